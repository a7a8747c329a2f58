/** What the address of the books says: `/admin/books?search=ch_1&refund=true` asks about the refund of that payment. */
export type BooksSearch = { search?: string; refund?: true }

/** Reads an address somebody may have typed: what is not a search is left out. */
export function toBooksSearch({ search, refund }: Record<string, unknown>): BooksSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return text ? { search: text.slice(0, 200), ...(refund === true ? { refund } : {}) } : {}
}
