export const pageSize = 20

export type Paged<Row> = { rows: Row[]; hasMore: boolean }

export const pageOf = <Row>(rows: Row[]): Paged<Row> => ({
  rows: rows.slice(0, pageSize),
  hasMore: rows.length > pageSize,
})
