/** The smaller build comes without types: they are those of the whole, which names fewer of its parts. */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
  export function isSupported(): boolean
}
