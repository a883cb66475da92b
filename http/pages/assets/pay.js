// Makes the pending page live: its status, the countdown, copy buttons, the QR as a picture. Paying works without it.
(() => {
  'use strict';
  const page = document.querySelector('main[data-status="pending"]');
  if (!page) return;
  const words = page.dataset;
  const byId = (id) => document.getElementById(id);
  page.classList.add('ready');

  let speaking = 0;
  const speak = (text) => {
    clearTimeout(speaking);
    byId('spoken').textContent = text;
    speaking = setTimeout(() => { byId('spoken').textContent = ''; }, 8000);
  };

  // --- Status: events of the server, and asking every 5 s until they come. ---
  let source = null;
  let polling = 0;
  let asked = null;
  let isLeaving = false;

  const leave = () => {
    if (isLeaving) return;
    isLeaving = true;
    source.close();
    // The same address again, in place of this entry. A fragment would make it a jump inside this page.
    location.replace(location.pathname + location.search);
  };
  const show = (isLost) => {
    if (byId('live').classList.contains('cut') === isLost) return;
    byId('live').classList.toggle('cut', isLost);
    speak(byId(isLost ? 'lost' : 'waiting').textContent);
  };
  // Too little has come: said where the payer looks, in the language of this page; everything else stays.
  const showShort = async (html, signal) => {
    const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
    let page = parse(html);
    const known = byId('short').dataset.amount;
    if (!page.getElementById('short') || page.getElementById('short').dataset.amount === known) return;
    const { lang } = document.documentElement;
    if (page.documentElement.lang !== lang) page = parse(await (await fetch('?lang=' + lang, { cache: 'no-store', signal })).text());
    const fresh = page.getElementById('short');
    if (!fresh) return;
    byId('short').replaceWith(fresh);
    if (fresh.textContent) speak(fresh.textContent);
  };
  const poll = () => { polling = polling || setInterval(check, 5000); };
  // Leaves only after the server has said so itself: without a connection the instructions must stay.
  const check = async () => {
    if (isLeaving) return;
    // One that was asked before the phone slept may never be answered.
    if (asked) asked.abort();
    const mine = asked = new AbortController();
    const giveUp = setTimeout(() => mine.abort(), 4000);
    try {
      const answer = await fetch('?', { cache: 'no-store', signal: mine.signal });
      const html = await answer.text();
      const status = /<main[^>]* data-status="(\w+)"/.exec(html);
      if (!status) throw new Error('not our page');
      // Refused for now, or unable to look: nothing that was said of the link has changed.
      if (answer.status === 429 || answer.status >= 500) throw new Error('no answer');
      show(false);
      if (status[1] !== 'pending') leave();
      else await showShort(html, mine.signal);
    } catch {
      if (mine !== asked) return;
      show(true);
      poll();
    } finally {
      clearTimeout(giveUp);
    }
  };
  const listen = () => {
    if (source) source.close();
    const mine = source = new EventSource('?events');
    // Some proxies hold a stream back without an error, so it counts from its first event, not from its opening.
    poll();
    mine.onmessage = (event) => {
      show(false);
      const status = /"status":"(\w+)"/.exec(event.data);
      if (status && status[1] !== 'pending') {
        // Should the page that is asked for now be older than this event, it is asked for again.
        poll();
        check();
      } else {
        clearInterval(polling);
        polling = 0;
        // News, or something that came between the page and its stream.
        const short = /"short":"(\d+)"/.exec(event.data);
        if (event.data.includes('"news"') || (short && short[1] !== byId('short').dataset.amount)) check();
      }
    };
    mine.onerror = () => {
      poll();
      setTimeout(() => { if (mine === source && mine.readyState !== EventSource.OPEN) check(); }, 1500);
      // A browser tries again by itself, unless the answer was no stream.
      if (mine.readyState === EventSource.CLOSED) setTimeout(() => { if (mine === source) listen(); }, 15000);
    };
  };
  // After a sleep the stream may be dead without knowing.
  const wake = () => {
    if (isLeaving) return;
    check();
    listen();
  };
  listen();
  setInterval(check, 60000);
  addEventListener('online', wake);
  addEventListener('offline', () => show(true));
  addEventListener('pageshow', (event) => { if (event.persisted) { isLeaving = false; wake(); } });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) wake(); });
  document.addEventListener('resume', wake);

  // --- Countdown on the server's clock. ---
  const ahead = Number(words.now) - Date.now();
  const two = (number) => String(number).padStart(2, '0');
  let ticks = 0;
  const tick = () => {
    const left = Math.max(0, Math.ceil((Number(words.expires) - Date.now() - ahead) / 1000));
    byId('countdown').textContent = [left / 3600, left / 60 % 60, left % 60].map((part) => two(Math.floor(part))).join(':');
    if (left === 0 && ticks++ % 3 === 0) check();
  };
  tick();
  setInterval(tick, 1000);

  // --- Copying: the bare value, whatever groups it is shown in. ---
  const copyWithoutClipboard = (field) => {
    getSelection().selectAllChildren(field.querySelector('.row'));
    addEventListener('copy', (event) => {
      event.clipboardData.setData('text/plain', field.dataset.value);
      event.preventDefault();
    }, { once: true });
    return document.execCommand('copy');
  };
  for (const button of page.querySelectorAll('.copy')) {
    const field = button.closest('[data-field]');
    const label = button.querySelector('.unseen').textContent;
    let fading = 0;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(field.dataset.value);
      } catch {
        if (!copyWithoutClipboard(field)) return;
      }
      button.classList.add('done');
      speak(words.copied + ':' + label);
      clearTimeout(fading);
      fading = setTimeout(() => button.classList.remove('done'), 2000);
    });
  }

  // --- The QR as PNG, with its amount and text below: banking apps open pictures, not SVG. ---
  const save = byId('save');
  const symbol = page.querySelector('.scan svg');
  if (!save || !symbol) return;
  const valueOf = (name) => {
    const field = page.querySelector('[data-field="' + name + '"]');
    return field ? field.querySelector('.row').textContent.trim() : '';
  };
  save.addEventListener('click', (event) => {
    event.preventDefault();
    const copy = symbol.cloneNode(true);
    copy.setAttribute('width', '960');
    copy.setAttribute('height', '960');
    const image = new Image();
    image.onerror = () => { location.href = '?qr'; };
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = 960;
      canvas.height = 1160;
      const pen = canvas.getContext('2d');
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, 960, 1160);
      pen.drawImage(image, 0, 0, 960, 960);
      pen.fillStyle = '#000';
      pen.textAlign = 'center';
      pen.font = 'bold 72px system-ui, sans-serif';
      pen.fillText(valueOf('amount'), 480, 1000, 880);
      pen.font = '40px system-ui, sans-serif';
      pen.fillText(page.querySelector('[data-field="bank"]').dataset.value + ' ' + valueOf('account'), 480, 1066, 880);
      pen.fillText(valueOf('reference'), 480, 1120, 880);
      canvas.toBlob((blob) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = 'vietqr.png';
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      });
    };
    image.src = 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  });
})();
