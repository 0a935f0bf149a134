import {decodeArrays} from "#js/common/arrays.js";
import assert from "node:assert/strict";
import {test} from "node:test";

/** The bytes as the server writes them: the length of the header, the header, each array at a multiple of 8 bytes. */
function encode(about, arrays) {
  const described = Object.entries(arrays).map(([name, {dtype, values}]) => ({name, dtype, shape: [values.length]}));
  const text = JSON.stringify({arrays: described, ...about});
  const header = new TextEncoder().encode(text.padEnd(Math.ceil((text.length + 4) / 8) * 8 - 4));
  const bytes = [...new Uint8Array(Uint32Array.of(header.length).buffer), ...header];
  for (const {values} of Object.values(arrays)) {
    bytes.push(...new Uint8Array(values.buffer));
    while (bytes.length % 8) bytes.push(0);
  }
  return Uint8Array.from(bytes).buffer;
}

test("arrays of every length and type come back beside the header", () => {
  const arrays = {
    totals: {dtype: "int32", values: Int32Array.of(0, 50, 100)},
    decision: {dtype: "int8", values: Int8Array.of(1)},
    value: {dtype: "float64", values: Float64Array.of(.5, NaN)},
    none: {dtype: "uint8", values: new Uint8Array(0)},
  };
  const found = decodeArrays(encode({title: "Pig", goal: 100}, arrays));
  assert.equal(found.title, "Pig");
  for (const [name, {values}] of Object.entries(arrays)) assert.deepEqual(found[name], values);
});
