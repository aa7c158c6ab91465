//! The `jadoube` program: with a command it does that, without one it speaks UCI.

use std::process::ExitCode;

use jadoube::cli::{Interrupted, tell};

fn main() -> ExitCode {
    let result = fitting_processor().and_then(|()| jadoube::cli::run());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if error.is::<Interrupted>() {
                tell(&error);
                return ExitCode::from(Interrupted::STATUS);
            }
            tell(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Whether the processor has the instructions that this build uses. The standard library's own
/// test is no help: it believes what the build was told.
fn fitting_processor() -> anyhow::Result<()> {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        use std::arch::x86_64::{__cpuid, __cpuid_count};
        const AVX2_BMI1_BMI2: u32 = 1 << 5 | 1 << 3 | 1 << 8;
        let known = __cpuid(0).eax >= 7;
        if !known || __cpuid_count(7, 0).ebx & AVX2_BMI1_BMI2 != AVX2_BMI1_BMI2 {
            anyhow::bail!(
                "this build needs a processor with AVX2 and BMI2; build for any x86-64 with RUSTFLAGS='-C target-cpu=x86-64'"
            );
        }
    }
    Ok(())
}
