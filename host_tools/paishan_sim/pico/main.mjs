// The emulated Pico as a process that is told what to do: frames on standard input, answers on
// standard output, so that the simulator's time and the chip's are one.
//
//   node main.mjs <folder of rp2040js>
//
// A frame is a letter, a length (4 bytes) and that many bytes; an answer is a length and bytes.
// Numbers are little endian, times are ns since power-on as float64. Frames:
//   B  the boot ROM, 16 KB
//   I  the flash, 2 MB
//   P  power on; bytes: the pins that something pulls to ground
//   C  the power goes at a flash operation: number (4 bytes), 1 if it is left half done
//   R  run: 8 input bytes, do not stop before, stop at the latest, 1 if the host reads USB, then
//      bytes for the chip. Answer: time, how much of it the processor waited, when the outputs
//      were latched first (-1: not yet), 7 outputs, resets (4), flash operations (4), 1 if the power went, number of scans (2); a
//      scan: begin, end, the chip's own time that was read before, 8 inputs, 7 outputs; then
//      USB bytes
//   F  the flash as it is now, 2 MB

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chain } from './chain.mjs';
import { Chip, PowerCut } from './chip.mjs';

const HEAD_BYTES = 5;
const HEAD_OF_REPORT = 42;
const SCAN_BYTES = 39;
const ENTRY = 'dist/esm/index.js';

function read(count) {
  const buffer = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const more = fs.readSync(0, buffer, at, count - at, null);
    if (!more) process.exit(0); // the simulator is gone
    at += more;
  }
  return buffer;
}

function answer(buffer) {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(buffer.length);
  const whole = Buffer.concat([head, buffer]);
  for (let at = 0; at < whole.length; ) at += fs.writeSync(1, whole, at);
}

class Machine {
  constructor(rp2040js) {
    this.rp2040js = rp2040js;
    this.said = [];
  }

  B(data) {
    this.rom = new Uint32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  }

  I(data) {
    this.chip = new Chip(this.rp2040js, this.rom, new Uint8Array(data), (bytes) => this.said.push(Buffer.from(bytes)));
    this.chain = new Chain(this.chip);
    this.chain.onScan = () => {
      if (this.chip.nanos >= this.earliest) this.chip.stopped = true;
    };
  }

  P(data) {
    this.chip.low = new Set(data);
    this.said = [];
    this.gone = false;
    this.chain.powerOff();
    this.chip.powerOn();
  }

  C(data) {
    this.chip.cutAt = data.readUInt32LE(0);
    this.chip.torn = data[4] === 1;
  }

  F() {
    answer(Buffer.from(this.chip.flash.buffer));
  }

  R(data) {
    const { chip, chain } = this;
    chain.inputs.set(data.subarray(0, 8));
    this.earliest = data.readDoubleLE(8);
    const latest = data.readDoubleLE(16);
    chip.setReading(data[24] === 1);
    if (data.length > 25) chip.send(data.subarray(25));
    try {
      if (!this.gone) chip.run(latest);
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
      this.gone = true;
      chain.powerOff();
    }
    this.report();
  }

  report() {
    const { chip, chain } = this;
    const head = Buffer.alloc(HEAD_OF_REPORT);
    head.writeDoubleLE(chip.nanos, 0);
    head.writeDoubleLE(chip.idle, 8);
    head.writeDoubleLE(chain.safe ?? -1, 16);
    head.set(chain.outputs(), 24);
    head.writeUInt32LE(chip.resets, 31);
    head.writeUInt32LE(chip.operations, 35);
    head[39] = this.gone ? 1 : 0;
    const scans = chain.scans.splice(0);
    head.writeUInt16LE(scans.length, 40);
    const body = Buffer.alloc(SCAN_BYTES * scans.length);
    scans.forEach((scan, i) => {
      body.writeDoubleLE(scan.start, SCAN_BYTES * i);
      body.writeDoubleLE(scan.end, SCAN_BYTES * i + 8);
      body.writeDoubleLE(scan.clock, SCAN_BYTES * i + 16);
      body.set(scan.inputs, SCAN_BYTES * i + 24);
      body.set(scan.outputs, SCAN_BYTES * i + 32);
    });
    answer(Buffer.concat([head, body, ...this.said.splice(0)]));
  }
}

console.log = console.warn = console.error; // standard output is for answers
const machine = new Machine(await import(pathToFileURL(path.join(process.argv[2], ENTRY))));
for (;;) {
  const head = read(HEAD_BYTES);
  machine[String.fromCharCode(head[0])](read(head.readUInt32LE(1)));
}
