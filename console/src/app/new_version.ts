const mark = 'paylink.reloaded';

/**
 * Loads a part of the console. A part that is gone means that the service was upgraded under an open tab: the page is
 * loaded again, once; if it fails again, the fault is another one.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    const part = await load();
    sessionStorage.removeItem(mark);
    return part;
  } catch (error) {
    if (sessionStorage.getItem(mark)) throw error;
    sessionStorage.setItem(mark, '1');
    location.reload();
    return new Promise(() => {});
  }
}
