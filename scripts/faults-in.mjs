/** Returns the rows of the fault matrix in test titles: `[fault 31]`, also in `[fault 9, 11, TIP-6]`. */
export function faultsIn(text) {
  const marks = [...text.matchAll(/\[([^\]\n]*\bfault \d[^\]\n]*)\]/g)].map(([, mark]) => mark)
  const rows = marks.flatMap((mark) =>
    mark.split(',').flatMap((tag) => /^\s*(?:fault )?(\d+)\s*$/.exec(tag)?.[1] ?? []),
  )
  return rows.map(Number)
}

/** Returns the promises of docs/reliability.md in test titles: `[R-11]`, also in `[fault 9, R-08]`. */
export function promisesIn(text) {
  const marks = [...text.matchAll(/\[([^\]\n]*\bR-\d\d[^\]\n]*)\]/g)].map(([, mark]) => mark)
  return marks.flatMap((mark) => mark.split(',').flatMap((tag) => /^\s*(R-\d\d)\s*$/.exec(tag)?.[1] ?? []))
}
