/** Arrays as the server sends them in binary answers. */

/** @type {Record<string, any>} */
const TYPES = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array
};

/**
 * The header with the arrays under their names. The bytes are the length of the header, the header as JSON, then each
 * array at a multiple of 8 bytes.
 * @param {ArrayBuffer} buffer
 */
export function decodeArrays(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const found = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let offset = Math.ceil((4 + length) / 8) * 8;
  for (const {name, dtype, shape} of found.arrays) {
    const size = shape.reduce((/** @type {number} */ product, /** @type {number} */ side) => product * side, 1);
    found[name] = new TYPES[dtype](buffer, offset, size);
    offset += Math.ceil(found[name].byteLength / 8) * 8;
  }
  return found;
}
