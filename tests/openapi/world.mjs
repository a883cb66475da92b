// What the tests share: one service, ended behind the last test.
import { after } from 'node:test';
import { Service } from '../browser/service.mjs';

export const service = await new Service().start();
after(() => service.remove());

// An end from outside, as of a test that takes too long, must not leave the daemon behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

export const documentUrl = service.origin + '/v1.1/openapi.json';
