/** From /latest/ to the page at the top, with its state, which a redirection without a script would lose. */
location.replace(document.querySelector('a').href + location.search + location.hash);
