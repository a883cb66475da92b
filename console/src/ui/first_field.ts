/** The field in which a page or a form begins, if it names one: that with `autofocus`. */
export const firstField = (place: Element | null) => place?.querySelector<HTMLElement>('[autofocus]');

/** Whether the focus can be moved: it is nowhere, or on the heading, where a page has put it. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.tagName === 'H1';
}
