/** What the address of the books says: `/admin/books?search=smith` looks for payments. */
export type BooksSearch = { search?: string }

/** Reads an address somebody may have typed: what is not a search is left out. */
export function toBooksSearch({ search }: Record<string, unknown>): BooksSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return text ? { search: text.slice(0, 200) } : {}
}
