/** What a picture is called that was cut to one square. */
export const squareVariant = 'square'
