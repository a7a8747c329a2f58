/**
 * The rows of the fault matrix that a text of tests names: `[fault 31]`, also among other marks as in
 * `[fault 9, 11, TIP-6]`.
 */
export function faultsIn(text) {
  const marks = [...text.matchAll(/\[([^\]\n]*\bfault \d[^\]\n]*)\]/g)].map(([, mark]) => mark)
  const rows = marks.flatMap((mark) =>
    mark.split(',').flatMap((tag) => /^\s*(?:fault )?(\d+)\s*$/.exec(tag)?.[1] ?? []),
  )
  return rows.map(Number)
}
