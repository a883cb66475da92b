// A closed page: a button that prints it, and the way back to the seller, which the payer may stop.
(() => {
  'use strict';
  const make = (parent, name, text, act) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = name;
    button.textContent = text;
    button.addEventListener('click', act);
    parent.append(button);
    return button;
  };
  let leaving = 0;
  const after = document.getElementById('after');
  const going = document.getElementById('going');
  const stay = () => {
    if (!going || !leaving) return;
    clearTimeout(leaving);
    leaving = 0;
    const hadFocus = going.contains(document.activeElement);
    going.textContent = going.dataset.stayed;
    if (hadFocus) after.querySelector('.button').focus();
  };
  if (going) {
    // Replaces this page, so that the browser's way back leads before it and not into the same redirect.
    leaving = setTimeout(() => location.replace('?return'), Number(going.dataset.seconds) * 1000);
    going.setAttribute('role', 'status');
    make(going, 'stay', going.dataset.stay, stay);
    addEventListener('beforeprint', stay);
  }
  if (after.dataset.print) {
    make(after, 'button', after.dataset.print, () => {
      stay();
      print();
    });
  }
})();
