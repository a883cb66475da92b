// The theme that was chosen in the console, else that of the system.
const dark = matchMedia('(prefers-color-scheme: dark)');
function chosenTheme() {
  try {
    return localStorage.getItem('paylink.theme');
  } catch {
    return null;
  }
}
function showTheme() {
  const chosen = chosenTheme();
  const page = document.documentElement;
  if (chosen === 'light' || chosen === 'dark') page.dataset.theme = chosen;
  page.classList.toggle('dark-mode', page.dataset.theme ? page.dataset.theme === 'dark' : dark.matches);
}
showTheme();
dark.addEventListener('change', showTheme);

// Nothing is loaded from elsewhere: no validator, no fonts. Calls go to the address at which the page was opened, which
// its policy allows, and need a token: a feed's signature changes with each body.
const spec = await (await fetch('/v1.1/openapi.json')).json();
spec.servers = [{ url: location.origin }];
delete spec.components.securitySchemes.feedSignature;
for (const operations of Object.values(spec.paths))
  for (const operation of Object.values(operations))
    operation.security = operation.security?.filter((scheme) => !scheme.feedSignature);
window.SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
