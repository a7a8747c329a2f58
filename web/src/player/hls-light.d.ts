/** The light build has no types of its own; it exports a subset of the full build. */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
  export function isSupported(): boolean
}
