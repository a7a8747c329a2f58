export const squareVariant = 'square'
