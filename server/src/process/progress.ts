const quietMs = 2000

/** Runs `work` and prints `sentence` when that takes longer than two seconds. */
export async function withProgress<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => process.stdout.write(`${sentence} …\n`), quietMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
