/** The variant of a picture that was cropped to a square. */
export const squareVariant = 'square'
