declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }
  const subsetFont: (
    font: Buffer,
    characters: string,
    options: { targetFormat: 'woff2' | 'woff' | 'sfnt'; variationAxes?: Record<string, Axis> },
  ) => Promise<Buffer>
  export default subsetFont
}
