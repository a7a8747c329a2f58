const maxCards = 200

/** Draws one card at a time, and each once. */
export function cardCache() {
  const cards = new Map<string, { key: string; drawing: Promise<Buffer> }>()
  let last: Promise<unknown> = Promise.resolve()
  return (name: string, key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = cards.get(name)
    if (known?.key === key) return known.drawing
    const drawing = last.then(draw)
    last = drawing.catch(() => {})
    cards.delete(name)
    cards.set(name, { key, drawing })
    // Maps iterate in insertion order.
    for (const oldest of cards.keys()) if (cards.size > maxCards) cards.delete(oldest)
    drawing.catch(() => {
      if (cards.get(name)?.drawing === drawing) cards.delete(name)
    })
    return drawing
  }
}
