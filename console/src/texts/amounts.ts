const unit = /(?:₫|đ|vnd)$/i;
const grouped = /^[1-9]\d{0,2}(?:([., \u00a0\u202f])\d{3}(?:\1\d{3})*)?$/;

/**
 * The digits of an amount in đồng as people write it: `45000`, `45.000`, `45,000 ₫`. Nothing for an ambiguous
 * amount such as `45.5`, and for anything else.
 */
export function digitsOfAmount(text: string): string | undefined {
  const digits = text.trim().replace(unit, '').trim();
  if (!/^\d+$/.test(digits) && !grouped.test(digits)) return undefined;
  return digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
}
