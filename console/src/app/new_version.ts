const mark = 'paylink.reloaded';

/**
 * Loads a part of the console. If it is missing, the service was upgraded under an open tab: the page is
 * reloaded once. If that fails too, the cause is another one.
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
