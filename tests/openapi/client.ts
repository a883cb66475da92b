// What a merchant's developer writes with a client that is generated from the document.
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

export type Link = components['schemas']['PaymentLink'];

export class Shop {
  readonly #client;
  readonly #workspace: { workspace_id: string };

  constructor(baseUrl: string, token: string, workspace: string) {
    this.#client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
    this.#workspace = { workspace_id: workspace };
  }

  async make(account: string, amount: string, key: string): Promise<Link> {
    const { data, error } = await this.#client.POST('/v1.1/payment-links/{workspace_id}', {
      params: { path: this.#workspace, header: { 'Idempotency-Key': key } },
      body: { bank_account_id: account, callback_url: 'https://127.0.0.1:8443/paid', amount, metadata: { order: '1842' } },
    });
    if (error) throw new Error(`${error.error.code}: ${error.error.message}`);
    return data.data;
  }

  async listPending(): Promise<Link[]> {
    const links: Link[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, error } = await this.#client.GET('/v1.1/payment-links/{workspace_id}', {
        params: { path: this.#workspace, query: { status: 'pending', limit: 2, ...(cursor ? { cursor } : {}) } },
      });
      if (error) throw new Error(error.error.code);
      links.push(...data.data);
      cursor = data.meta.next_cursor;
    }
    return links;
  }

  /** The status of the link once it is cancelled, or the code of the refusal. */
  async cancel(link: Link): Promise<Link['status'] | 'PAYMENT_LINK_NOT_PENDING'> {
    const { data, error, response } = await this.#client.POST('/v1.1/payment-links/{workspace_id}/{link_id}/cancel', {
      params: { path: { ...this.#workspace, link_id: link.id } },
    });
    if (data) return data.data.status;
    if (response.status === 409) return error.error.code as 'PAYMENT_LINK_NOT_PENDING';
    throw new Error(error.error.code);
  }
}
