// Makes the pending page live: its status, the countdown, copy buttons, the QR as a picture. Paying works without it.
(() => {
  'use strict';
  const page = document.querySelector('main[data-status="pending"]');
  if (!page) return;
  const words = page.dataset;
  const byId = (id) => document.getElementById(id);

  // --- Status: events of the server, and asking every 5 s while they do not come. ---
  let source = null;
  let polling = 0;
  let isLeaving = false;
  let isChecking = false;

  const leave = () => {
    if (isLeaving) return;
    isLeaving = true;
    location.reload();
  };
  const show = (lost) => {
    byId('waiting').hidden = lost;
    byId('lost').hidden = !lost;
  };
  // Reloads only after the server has answered: without a connection the instructions must stay.
  const check = async () => {
    if (isChecking || isLeaving) return;
    isChecking = true;
    try {
      const answer = await fetch('?lang=' + document.documentElement.lang, { cache: 'no-store' });
      const status = /data-status="(\w+)"/.exec(await answer.text());
      if (!status) throw new Error('not our page');
      show(false);
      if (status[1] !== 'pending') leave();
    } catch {
      show(true);
    } finally {
      isChecking = false;
    }
  };
  const listen = () => {
    source = new EventSource('?events');
    source.onopen = () => {
      clearInterval(polling);
      polling = 0;
      show(false);
    };
    source.onmessage = (event) => {
      const status = /"status":"(\w+)"/.exec(event.data);
      if (status && status[1] !== 'pending') leave();
    };
    source.onerror = () => {
      if (isLeaving) return;
      polling = polling || setInterval(check, 5000);
      setTimeout(() => { if (source.readyState !== EventSource.OPEN) check(); }, 1500);
      // A browser tries again by itself, unless the answer was no stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
    };
  };
  listen();
  addEventListener('online', check);
  addEventListener('offline', () => show(true));
  addEventListener('pageshow', (event) => { if (event.persisted) check(); });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) check(); });

  // --- Countdown on the server's clock. ---
  const ahead = Number(words.now) - Date.now();
  const two = (number) => String(number).padStart(2, '0');
  let ticks = 0;
  const tick = () => {
    const left = Math.max(0, Math.ceil((Number(words.expires) - Date.now() - ahead) / 1000));
    const hours = Math.floor(left / 3600);
    byId('countdown').textContent =
      words.left + ' ' + (hours ? two(hours) + ':' : '') + two(Math.floor(left / 60) % 60) + ':' + two(left % 60);
    if (left === 0 && ticks++ % 3 === 0) check();
  };
  tick();
  setInterval(tick, 1000);

  // --- Copying. ---
  const select = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return document.execCommand('copy');
  };
  for (const field of page.querySelectorAll('[data-field]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = words.copy;
    button.setAttribute('aria-label', words.copy + ': ' + field.dataset.label);
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(field.dataset.value);
      } catch {
        if (!select(field.querySelector('.value'))) return;
      }
      button.textContent = words.copied;
      byId('spoken').textContent = words.copied + ': ' + field.dataset.label;
      setTimeout(() => {
        button.textContent = words.copy;
        byId('spoken').textContent = '';
      }, 2000);
    });
    // A list of terms may hold nothing but terms and descriptions.
    const cell = field.closest('dl') ? document.createElement('dd') : field;
    if (cell !== field) {
      cell.className = 'action';
      field.append(cell);
    }
    cell.append(button);
  }

  // --- The QR as PNG: banking apps open pictures, not SVG. ---
  byId('save')?.addEventListener('click', (event) => {
    event.preventDefault();
    const image = new Image();
    image.onerror = () => { location.href = '?qr'; };
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1024;
      const pen = canvas.getContext('2d');
      pen.imageSmoothingEnabled = false;
      pen.drawImage(image, 0, 0, 1024, 1024);
      canvas.toBlob((blob) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = 'vietqr.png';
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      });
    };
    image.src = '?qr';
  });
})();
