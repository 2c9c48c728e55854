/** Redirects from /latest/ to the page at the top. Without this script a redirect would lose the query and hash. */
location.replace(document.querySelector('a').href + location.search + location.hash);
