/** Asks again and again until the answer is true; fails with `what` when the time is over. */
export async function until(what, ask, milliseconds = 10000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
