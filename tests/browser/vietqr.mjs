// A second implementation of the payload, to compare pictures with.
const part = (id, value) => id + String(value.length).padStart(2, '0') + value;

function crc16(text) {
  let crc = 0xffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; ++bit) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

export function vietqrPayload({ bin, account, amount, reference }) {
  const receiver = part('00', 'A000000727') + part('01', part('00', bin) + part('01', account)) + part('02', 'QRIBFTTA');
  const text = part('00', '01') + part('01', amount ? '12' : '11') + part('38', receiver) + part('53', '704') +
    (amount ? part('54', amount) : '') + part('58', 'VN') + part('62', part('08', reference)) + '6304';
  return text + crc16(text);
}
