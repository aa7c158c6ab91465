// Sounds, made here and now: nothing is loaded. Whether they are heard is kept.

let on = localStorage.getItem("sound") !== "off";
/** @type {AudioContext | null} */
let audio = null;

/** Whether sounds are heard. */
export const isOn = () => on;

/** Turns them on or off. */
export function toggle() {
  on = !on;
  localStorage.setItem("sound", on ? "on" : "off");
  return on;
}

/** For each sound its tones: hertz, when they begin and how long they last, in seconds. */
const TONES = {
  move: [[320, 0, 0.06]],
  capture: [[240, 0, 0.06], [180, 0.05, 0.08]],
  check: [[440, 0, 0.07], [560, 0.08, 0.1]],
  end: [[392, 0, 0.16], [330, 0.16, 0.16], [262, 0.32, 0.3]],
};

/** @param {keyof typeof TONES} name */
export function play(name) {
  if (!on) return;
  try {
    audio ??= new AudioContext();
    // A browser keeps silent until the person has done something on the page.
    if (audio.state === "suspended") void audio.resume();
    for (const [hertz, start, length] of TONES[name]) tone(audio, hertz, audio.currentTime + start, length);
  } catch {
    on = false;
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} hertz
 * @param {number} start
 * @param {number} length
 */
function tone(audio, hertz, start, length) {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = "triangle";
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.2, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}
