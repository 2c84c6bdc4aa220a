// The shift registers on the chip's pins, and the monostable that holds their outputs.
//
// SPI0 goes through seven 74HC595 (outputs, station 0 first) and on through eight 74HC165
// (inputs, station 7 first) back to the chip. One LATCH line: low, the 165s take their inputs;
// its rising edge shows what the 595s hold. Their outputs are enabled by a 74HC123 for 50 ms from
// each rising edge of ALIVE, which the board gives after a complete scan.

export const INPUT_BYTES = 8;
export const OUTPUT_BYTES = 7;
export const PINS = { miso: 16, latch: 17, clock: 18, mosi: 19, alive: 20 };
const MONOSTABLE_NS = 50e6;
const FUNCTION_SPI = 1;
const DEAD = 0xff; // what an open line reads
const TIMER = 0x40054;
const TIMER_LOW = 0x28; // the register that ends every reading of the clock

export class Chain {
  constructor(chip) {
    this.chip = chip;
    this.inputs = new Uint8Array(INPUT_BYTES); // at the pins of the 165s
    this.taken = new Uint8Array(INPUT_BYTES);
    this.shifting = new Uint8Array(OUTPUT_BYTES);
    this.shown = new Uint8Array(OUTPUT_BYTES);
    this.latched = null;
    this.aliveUntil = 0;
    this.scans = []; // complete ones, since they were last taken away
    this.scan = null;
    this.onScan = () => {};
    chip.attachments.push(() => this.attach());
  }

  // The power was off: nothing is enabled.
  powerOff() {
    this.aliveUntil = 0;
    this.shown.fill(0);
    this.scan = null;
  }

  attach() {
    const { chip } = this;
    const { mcu, clock } = chip;
    const spi = mcu.spi[0];
    let received = 0;
    const done = clock.createAlarm(() => spi.completeTransmit(received));
    spi.onTransmit = (byte) => {
      received = this.wired(mcu) ? this.shift(byte) : DEAD;
      done.schedule((spi.dataBits * 1e9) / spi.clockFrequency);
    };
    this.watchClock(mcu.peripherals[TIMER], clock);
    this.low = false;
    this.shifted = 0;
    this.safe = null; // when this chip latched the outputs for the first time
    mcu.gpio[PINS.latch].addListener((level, before) => this.latch(level, before));
    mcu.gpio[PINS.alive].addListener((level, before) => {
      if (level === 1 && before === 0) this.alive();
    });
  }

  // The firmware takes its time from the clock just before it reads the inputs.
  watchClock(timer, clock) {
    const read = timer.readUint32.bind(timer);
    this.clockRead = 0;
    timer.readUint32 = (offset) => {
      if (offset === TIMER_LOW) this.clockRead = clock.nanosCounter;
      return read(offset);
    };
  }

  wired(mcu) {
    return [PINS.miso, PINS.clock, PINS.mosi].every((pin) => mcu.gpio[pin].functionSelect === FUNCTION_SPI);
  }

  shift(byte) {
    const { taken, shifting } = this;
    this.shifted += 1;
    if (this.shifted === INPUT_BYTES) this.scan = this.latched; // that was a read: a scan begins
    const overflow = shifting[OUTPUT_BYTES - 1];
    shifting.copyWithin(1, 0, OUTPUT_BYTES - 1);
    shifting[0] = byte;
    if (this.low) return this.inputs[0] & 0x80 ? 0xff : 0; // 165s that load do not shift
    const received = taken[0];
    taken.copyWithin(0, 1);
    taken[INPUT_BYTES - 1] = overflow;
    return received;
  }

  latch(level) {
    const low = level === 0;
    if (low === this.low) return;
    this.low = low;
    this.taken.set(this.inputs);
    this.shifted = 0;
    if (low) {
      this.latched = { start: this.chip.nanos, clock: this.clockRead, inputs: this.inputs.slice() };
    } else {
      this.shown.set(this.shifting);
      if (this.safe === null) this.safe = this.chip.nanos;
    }
  }

  alive() {
    const now = this.chip.nanos;
    this.aliveUntil = now + MONOSTABLE_NS;
    if (!this.scan) return;
    this.scan.end = now;
    this.scan.outputs = this.shown.slice();
    this.scans.push(this.scan);
    this.scan = null;
    this.onScan();
  }

  // What the machine gets.
  outputs() {
    return this.chip.nanos < this.aliveUntil ? this.shown : new Uint8Array(OUTPUT_BYTES);
  }
}
