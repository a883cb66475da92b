export const hour = 3_600_000;
export const day = 24 * hour;

/** The time `hours` from now, in the API's format. */
export const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** When a link or an order shall expire, of the field `life`; empty for a day, which the service gives by itself. */
export const expiryOf = (life: string) => (life === '24' ? '' : inHours(Number(life)));
