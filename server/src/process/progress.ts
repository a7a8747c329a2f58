const quietMs = 2000

/** Does `work` and prints `sentence` on the terminal when that takes longer than two seconds. */
export async function withProgress<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => process.stdout.write(`${sentence} …\n`), quietMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
