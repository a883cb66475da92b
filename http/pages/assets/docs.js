// Nothing is asked of anybody but this service: no validator, no fonts.
window.SwaggerUIBundle({
  url: '/v1.1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
