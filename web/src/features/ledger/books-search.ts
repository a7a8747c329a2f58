/** `/admin/books?search=ch_1&refund=true` asks about the refund of that payment. */
export type BooksSearch = { search?: string; refund?: true }

export function toBooksSearch({ search, refund }: Record<string, unknown>): BooksSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return text ? { search: text.slice(0, 200), ...(refund === true ? { refund } : {}) } : {}
}
