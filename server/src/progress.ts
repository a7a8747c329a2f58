const quietMs = 2000

/** Says a sentence on the terminal when some work takes longer than two seconds; silent otherwise. */
export async function saying<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => process.stdout.write(`${sentence} …\n`), quietMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
