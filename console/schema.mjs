// Writes src/api/schema.ts from the service's own description: npm run schema -- openapi.json
import { readFileSync, writeFileSync } from 'node:fs';
import openapi, { astToString } from 'openapi-typescript';

const [from, to = new URL('src/api/schema.ts', import.meta.url)] = process.argv.slice(2);
if (!from) throw new Error('npm run schema -- FILE [OUTPUT], where FILE is what GET /v1.1/openapi.json answers');
writeFileSync(to, astToString(await openapi(JSON.parse(readFileSync(from, 'utf8')))));
