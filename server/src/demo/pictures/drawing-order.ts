/** Draw the picture of the post `title` into the file `path`. */
export type DrawingOrder = { title: string; seed: number; path: string }

export type DrawingDone = { path: string; problem: string | null }

const isObject = (message: unknown): message is object => typeof message === 'object' && message !== null

export const isDrawingOrder = (message: unknown): message is DrawingOrder =>
  isObject(message) && 'title' in message && 'seed' in message && 'path' in message

export const isDrawingDone = (message: unknown): message is DrawingDone =>
  isObject(message) && 'path' in message && 'problem' in message
