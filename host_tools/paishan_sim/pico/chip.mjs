// The RP2040 of rp2040js 1.4.1, with what that package leaves out: a flash that is written, a
// reset, a USB host that waits, a UART that does not storm. A reset makes a new chip on the same
// flash; time goes on.

import { runner } from './core.mjs';

export const CYCLE_NS = 8; // 125 MHz
const FLASH_AT = 0x10000000;
const STAGE_2 = 0x10000000; // what the boot ROM copies and starts
const WATCHDOG = 0x40058;
const UART_TX = 1 << 5;
const SECTOR_BYTES = 4096;
const ERASED = 0xff;

// W25Q16JV, typical: a sector is erased in 45 ms, a page of 256 bytes programmed in 0.4 ms.
const ERASE_NS = 45e6;
const PROGRAM_NS = 0.4e6;
const PAGE_BYTES = 256;

const BKPT = 0xbe00;
const BX_LR = 0x4770;
const NO_OPERATION = ['IF', 'EX', 'FC', 'CX']; // of the flash, whose lines nothing models
const ERASE = 1;
const PROGRAM = 2;

export class PowerCut extends Error {}
class Reset extends Error {}

export class Chip {
  // rp2040js: the package; flash: 2 MB that outlive the chip; output: called with USB bytes
  constructor(rp2040js, bootrom, flash, output) {
    this.package = rp2040js;
    this.bootrom = bootrom;
    this.flash = flash;
    this.output = output;
    this.attachments = []; // called with each new chip
    this.elapsed = 0; // ns before this chip
    this.resets = 0;
    this.operations = 0; // programs and erases since power-on
    this.cutAt = 0; // the power goes at this operation; 0: it stays
    this.torn = false; // and leaves it half done
    this.reading = true; // the host takes what comes over USB
    this.stopped = false;
    this.low = new Set(); // pins that something pulls to ground
  }

  get nanos() {
    return this.elapsed + this.clock.nanosCounter;
  }

  powerOn() {
    this.elapsed = 0;
    this.operations = 0;
    this.idle = 0; // ns in which the processor waited for an interrupt
    this.input = [];
    this.build(null);
  }

  build(watchdog) {
    const { RP2040, USBCDC } = this.package;
    const mcu = new RP2040();
    mcu.logger = { debug() {}, info() {}, warn() {}, error: (name, text) => this.note(name, text) };
    mcu.loadBootrom(this.bootrom);
    mcu.flash.set(this.flash);
    this.mcu = mcu;
    this.clock = mcu.clock;
    this.execute = runner(this, mcu, CYCLE_NS);
    this.replaceFlashRoutines();
    for (const uart of mcu.uart) calm(uart);
    // rp2040js knows no pull-ups: a line that nothing drives reads high, as the board wires it
    mcu.gpio.forEach((pin, number) => pin.setInputValue(!this.low.has(number)));
    const dog = mcu.peripherals[WATCHDOG];
    dog.onWatchdogTrigger = () => {
      throw new Reset();
    };
    if (watchdog) {
      dog.reason = watchdog.reason;
      dog.scratchData.set(watchdog.scratchData);
    }
    this.cdc = new USBCDC(mcu.usbCtrl);
    this.cdc.onSerialData = (bytes) => this.output(bytes);
    this.patient();
    mcu.core.PC = STAGE_2;
    for (const attach of this.attachments) attach(this);
  }

  note(name, text) {
    process.stderr.write(`${name}: ${text}\n`);
  }

  // Runs until `stopped`, or until the time is `until`.
  run(until) {
    this.stopped = false;
    while (!this.stopped && this.nanos < until) {
      try {
        this.execute(until - this.elapsed);
      } catch (error) {
        if (!(error instanceof Reset)) throw error;
        this.reset();
      }
    }
  }

  reset() {
    const dog = this.mcu.peripherals[WATCHDOG];
    this.elapsed = this.nanos;
    this.resets += 1;
    this.input = [];
    this.build(dog);
  }

  // USB: rp2040js answers a device that wants to read with nothing, again and again; a host
  // leaves it waiting. And a host that does not read leaves a device waiting that has written.
  patient() {
    const { cdc } = this;
    const { usbCtrl: usb } = this.mcu;
    const answer = usb.onEndpointRead;
    const written = usb.DPRAMUpdated.bind(usb);
    this.wanted = null;
    this.held = [];
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === cdc.outEndpoint && endpoint > 0) this.wanted = size;
      else answer(endpoint, size);
      this.feed();
    };
    const bufferControl = () => 0x80 + 8 * cdc.inEndpoint;
    usb.DPRAMUpdated = (offset, value) => {
      if (!this.reading && cdc.inEndpoint > 0 && offset === bufferControl()) this.held.push([offset, value]);
      else written(offset, value);
    };
    this.release = () => {
      for (const [offset, value] of this.held.splice(0)) written(offset, value);
    };
    this.answer = answer;
  }

  setReading(reading) {
    this.reading = reading;
    if (reading) this.release();
  }

  send(bytes) {
    for (const byte of bytes) this.input.push(byte);
    this.feed();
  }

  feed() {
    const { cdc } = this;
    if (this.wanted === null || !this.input.length) return;
    const size = this.wanted;
    this.wanted = null;
    for (const byte of this.input.splice(0, size)) cdc.sendSerialByte(byte);
    this.answer(cdc.outEndpoint, size);
  }

  // The flash: the ROM's routines end in a breakpoint, and what they would do is done here.
  replaceFlashRoutines() {
    const { mcu } = this;
    const rom = new Uint16Array(mcu.bootrom.buffer);
    let at = rom[0x14 >> 1];
    const routines = new Map();
    for (; rom[at >> 1]; at += 4) {
      const code = rom[at >> 1];
      routines.set(String.fromCharCode(code & 255, code >> 8), rom[(at >> 1) + 1] & ~1);
    }
    for (const name of NO_OPERATION) rom[routines.get(name) >> 1] = BX_LR;
    rom.set([BKPT | ERASE, BX_LR], routines.get('RE') >> 1);
    rom.set([BKPT | PROGRAM, BX_LR], routines.get('RP') >> 1);
    mcu.onBreak = (code) => {
      const { registers } = mcu.core;
      if (code === ERASE) this.erase(registers[0], registers[1]);
      else if (code === PROGRAM) this.program(registers[0], registers[1], registers[2]);
      else throw new Error(`the processor stopped at breakpoint ${code}`);
    };
  }

  erase(at, count) {
    for (let offset = at; offset < at + count; offset += SECTOR_BYTES) {
      this.clock.tick(ERASE_NS);
      const half = this.operate();
      this.change(offset, half ? SECTOR_BYTES / 2 : SECTOR_BYTES, () => ERASED, half);
    }
  }

  program(at, from, count) {
    const source = new Uint8Array(count);
    for (let i = 0; i < count; i++) source[i] = this.mcu.readUint8(from + i);
    for (let offset = 0; offset < count; offset += PAGE_BYTES) {
      this.clock.tick(PROGRAM_NS);
      const half = this.operate();
      const bytes = half ? PAGE_BYTES / 2 : PAGE_BYTES;
      this.change(at + offset, bytes, (old, i) => old & source[offset + i], half);
    }
  }

  // Counts an operation; whether the power goes in the middle of it.
  operate() {
    this.operations += 1;
    if (this.operations !== this.cutAt) return false;
    if (!this.torn) throw new PowerCut();
    return true;
  }

  change(at, count, value, cut) {
    for (let i = 0; i < count; i++) {
      const byte = value(this.flash[at + i], i);
      this.flash[at + i] = byte;
      this.mcu.flash[at + i] = byte;
    }
    if (cut) throw new PowerCut();
  }
}

// rp2040js holds a UART's transmit interrupt for ever once anything was written.
function calm(uart) {
  const write = uart.writeUint32.bind(uart);
  uart.checkInterrupts = () => uart.rp2040.setInterrupt(uart.irq, !!(uart.interruptStatus & uart.interruptMask));
  uart.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset === 0) {
      uart.interruptStatus |= UART_TX;
      uart.checkInterrupts();
    }
  };
}

// A UF2 file as the flash that it fills; what it leaves out stays erased.
export function flashOf(uf2, bytes) {
  const flash = new Uint8Array(bytes).fill(ERASED);
  const view = new DataView(uf2.buffer, uf2.byteOffset, uf2.byteLength);
  for (let at = 0; at + 512 <= uf2.length; at += 512) {
    const target = view.getUint32(at + 12, true) - FLASH_AT;
    const count = view.getUint32(at + 16, true);
    if (target >= 0 && target + count <= bytes) flash.set(uf2.subarray(at + 32, at + 32 + count), target);
  }
  return flash;
}
