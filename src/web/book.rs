//! The book's pages on the laws, odds and undertakings, as this server shows them: what the end of
//! a game and a choice refer to can be read where the game is played. Diagrams are drawn as in the
//! book, and lead to this board.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

use super::diagram;

/// Address, title and text of each page.
const PAGES: &[(&str, &str, &str)] = &[
    ("/book/laws/README", "The laws", include_str!("../../book/src/laws/README.md")),
    ("/book/laws/chess", "Today's law", include_str!("../../book/src/laws/chess.md")),
    ("/book/laws/amateur1804", "1804", include_str!("../../book/src/laws/amateur1804.md")),
    (
        "/book/laws/accomplished1837",
        "1837",
        include_str!("../../book/src/laws/accomplished1837.md"),
    ),
    ("/book/laws/british1897", "1897", include_str!("../../book/src/laws/british1897.md")),
    ("/book/laws/rogers1907", "1907", include_str!("../../book/src/laws/rogers1907.md")),
    ("/book/laws/federation1912", "1912", include_str!("../../book/src/laws/federation1912.md")),
    ("/book/odds", "Odds", include_str!("../../book/src/odds.md")),
    ("/book/undertakings", "Undertakings", include_str!("../../book/src/undertakings.md")),
];

/// The addresses of the pages.
pub fn addresses() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(address, ..)| *address)
}

/// The page at an address, as HTML.
pub fn page(address: &str) -> Option<String> {
    let (_, title, text) = PAGES.iter().find(|(known, ..)| *known == address)?;
    // The book's tests hold every diagram to what it promises.
    let drawn = diagram::of_page(text, "").unwrap_or_else(|_| (*text).to_owned());
    let folder = address.rsplit_once('/').map_or("", |(folder, _)| folder);
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let events = Parser::new_ext(&drawn, options).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: leads_to(folder, dest_url), title, id })
        }
        other => other,
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    let links: String = PAGES
        .iter()
        .map(|(address, title, _)| format!("<a href=\"{address}\">{title}</a>\n"))
        .collect();
    Some(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Jadoube</title>\n<link rel=\"icon\" href=\"/icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"/style.css\">\n\
         <script type=\"module\" src=\"/theme.js\"></script></head>\n\
         <body class=\"page\"><header><h1><a href=\"/\">Jadoube</a></h1>\n\
         <nav aria-label=\"The laws\">{links}</nav></header>\n<main>{body}</main></body></html>\n"
    ))
}

/// A link of the book here: to a page that is here, or else nowhere.
fn leads_to<'a>(folder: &str, link: CowStr<'a>) -> CowStr<'a> {
    let Some((path, rest)) = link.split_once(".md") else { return link };
    let address = match path.strip_prefix("../") {
        Some(path) => format!("/book/{path}"),
        None => format!("{folder}/{path}"),
    };
    let known = PAGES.iter().any(|(known, ..)| *known == address);
    if known { format!("{address}{rest}").into() } else { "/book/laws/README".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_there_with_its_diagrams_and_leads_only_to_pages_that_are() {
        let mut pictures = 0;
        let files = crate::web::assets::files();
        for address in addresses() {
            let page = page(address).unwrap();
            pictures += page.matches("<figure").count();
            assert!(!page.contains("```"), "{address}");
            let linked = page.split("href=\"").skip(1);
            for link in linked.chain(page.split("src=\"").skip(1)) {
                let link = link.split('"').next().unwrap();
                let path = link.split('#').next().unwrap();
                let known = path.starts_with("/book/") && addresses().any(|one| one == path);
                let other = path.is_empty() || files.iter().any(|file| file.path == path);
                assert!(known || other, "{address}: {link}");
            }
        }
        assert!(pictures > 10, "{pictures} diagrams");
    }
}
