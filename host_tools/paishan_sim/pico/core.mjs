// The processor of rp2040js, three times as fast: its own instructions, decoded once.
//
// rp2040js finds an instruction by asking some eighty conditions in turn. They depend on the
// 16-bit opcode alone, but for those of 32 bits. So each condition is asked once of each opcode,
// and what stands behind it becomes a case of a switch, text and all: no instruction is written
// anew here. Reads and writes of flash and RAM take a short way; everything else is the
// package's. Which version's text this takes apart, package-lock.json says.

const INSTRUCTIONS = 83;
const OPCODES = 1 << 16;
const WIDE = 0xe800; // opcodes from here on have 32 bits, but for B
const NARROW_B = 0b11100;
const CONDITION = /^ {8}(?:else )?if \((.*)\) \{$/;
const BL = 'opcode >> 11 === 0b11110 && opcode2 >> 14 === 0b11 && ((opcode2 >> 12) & 0x1) == 1';

const ACCESSES = [
  [/this\.registers/g, 'bank'],
  [/this\.PC/g, 'bank[15]'],
  [/this\.LR/g, 'bank[14]'],
  [/this\.SP\b(?! [-+]?= )/g, 'bank[13]'],
  [/this\.cyclesIO\(/g, 'cycles('],
  [/this\.(read|write)Uint(8|16|32)\(/g, '$1$2('],
  [/this\./g, 'core.'],
  [/\bthis\b/g, 'core'],
];

// The pairs of condition and body in the text of `executeInstruction`.
function instructions(text) {
  const found = [];
  let open = null;
  for (const line of text.split('\n')) {
    const begin = CONDITION.exec(line);
    if (begin && begin[1].includes('opcode')) {
      open = { condition: begin[1], body: [] };
      found.push(open);
    } else if (line === '        }') open = null;
    else if (open) open.body.push(line);
  }
  return found;
}

function makers(text) {
  const all = instructions(text);
  if (all.length !== INSTRUCTIONS) throw new Error(`rp2040js has ${all.length} instructions, not ${INSTRUCTIONS}`);
  const table = new Uint8Array(OPCODES); // 0: the package's own way
  const cases = [];
  all.forEach(({ condition, body }, index) => {
    const isBL = condition === BL;
    const holds = new Function('opcode', 'opcode2', `return ${condition};`);
    for (let opcode = 0; opcode < OPCODES; opcode++) {
      const wide = opcode >= WIDE && opcode >> 11 !== NARROW_B;
      if (wide ? isBL && opcode >> 11 === 0b11110 : !table[opcode] && holds(opcode, 0)) table[opcode] = index + 1;
    }
    let code = body.join('\n');
    for (const [from, to] of ACCESSES) code = code.replace(from, to);
    if (isBL) {
      code = `const opcode2 = read16(opcodePC + 2);
        if (opcode2 >> 14 !== 0b11 || !((opcode2 >> 12) & 1)) { deltaCycles = other(); break; }
        ${code}`;
    }
    cases.push(`case ${index + 1}: {\n${code}\nbreak; }`);
  });
  return { table, code: cases.join('\n') };
}

const LOOP = (cases) => `
'use strict';
const { core, clock } = mcu;
const bank = core.registers;
const RAM = 0x20000000, RAM_BYTES = mcu.sram.length - 3, FLASH = 0x10000000, FLASH_BYTES = mcu.flash.length - 3;
const ram8 = mcu.sram, ram16 = new Uint16Array(ram8.buffer), ram32 = new Uint32Array(ram8.buffer);
const flash8 = mcu.flash, flash16 = mcu.flash16, flash32 = new Uint32Array(flash8.buffer);

function read8(address) {
  const ram = (address - RAM) >>> 0;
  if (ram < RAM_BYTES) return ram8[ram];
  const flash = (address - FLASH) >>> 0;
  return flash < FLASH_BYTES ? flash8[flash] : core.readUint8(address >>> 0);
}
function read16(address) {
  const ram = (address - RAM) >>> 0;
  if (ram < RAM_BYTES) return ram16[ram >> 1];
  const flash = (address - FLASH) >>> 0;
  return flash < FLASH_BYTES ? flash16[flash >> 1] : core.readUint16(address >>> 0);
}
function read32(address) {
  const ram = (address - RAM) >>> 0;
  if (ram < RAM_BYTES && !(ram & 3)) return ram32[ram >> 2];
  const flash = (address - FLASH) >>> 0;
  return flash < FLASH_BYTES && !(flash & 3) ? flash32[flash >> 2] : core.readUint32(address >>> 0);
}
function write8(address, value) {
  const ram = (address - RAM) >>> 0;
  if (ram < RAM_BYTES) ram8[ram] = value;
  else core.writeUint8(address >>> 0, value);
}
function write16(address, value) {
  const ram = (address - RAM) >>> 0;
  if (ram < RAM_BYTES) ram16[ram >> 1] = value;
  else core.writeUint16(address >>> 0, value);
}
function write32(address, value) {
  const ram = (address - RAM) >>> 0;
  if (ram < RAM_BYTES && !(ram & 3)) ram32[ram >> 2] = value;
  else core.writeUint32(address >>> 0, value);
}
function cycles(address, write) {
  return address >>> 0 < 0x40000000 ? 1 : core.cyclesIO(address, write);
}
function other() {
  bank[15] -= 2;
  return core.executeInstruction();
}

return function execute(until) {
  while (!chip.stopped && clock.nanosCounter < until) {
    if (core.waiting) {
      const next = clock.nextAlarm ? clock.nextAlarm.nanos : until;
      const nanos = Math.max(0, Math.min(next, until) - clock.nanosCounter);
      chip.idle += nanos;
      clock.tick(nanos);
      continue;
    }
    if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
    const opcodePC = bank[15] & ~1;
    const opcode = read16(opcodePC);
    bank[15] += 2;
    let deltaCycles = 1;
    switch (table[opcode]) {
      ${cases}
      default: deltaCycles = other();
    }
    const nanos = clock.nanosCounter + deltaCycles * nanosACycle;
    if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= nanos) clock.tick(deltaCycles * nanosACycle);
    else clock.nanosCounter = nanos;
  }
};`;

let made = null;

// What runs the chip's processor until a time of its clock, or until the chip is stopped.
export function runner(chip, mcu, nanosACycle) {
  if (!made) {
    const { table, code } = makers(mcu.core.executeInstruction.toString());
    const make = new Function('chip', 'mcu', 'table', 'nanosACycle', 'signExtend8', 'signExtend16', 'LOG_NAME', 'spRegister', 'pcRegister', 'StackPointerBank', LOOP(code));
    made = { table, make };
  }
  const extend = (bits) => (value) => (value << (32 - bits)) >> (32 - bits);
  return made.make(chip, mcu, made.table, nanosACycle, extend(8), extend(16), 'CortexM0Core', 13, 15, {});
}
