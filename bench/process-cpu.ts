import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

type Process = { pid: number; parent: number }

function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return { pid, parent: Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) }
  } catch {
    return null
  }
}

/** The exact CPU nanoseconds of all threads of a process, from the scheduler. */
function cpuNanosecondsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
      0,
    )
  } catch {
    return 0
  }
}

export function familyOf(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const members = new Set([root])
  for (let grown = true; grown;) {
    grown = false
    for (const { pid, parent } of all)
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid)
        grown = true
      }
  }
  return all.filter(({ pid }) => members.has(pid))
}

/** Binds processes and all their threads to a core (Linux). */
export function pinTo(core: number, processes: { pid: number }[]): void {
  for (const { pid } of processes) execFileSync('taskset', ['-acp', String(core), String(pid)])
}

/** CPU milliseconds used by a process and its running descendants (Linux). */
export function cpuMsOf(root: number): number {
  return familyOf(root).reduce((sum, { pid }) => sum + cpuNanosecondsOf(pid), 0) / 1e6
}

/** A process's resident memory in megabytes (Linux). */
export function residentMegabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Waits until a process and its descendants have been idle for five seconds. */
export async function untilIdle(root: number): Promise<void> {
  let quietSeconds = 0
  while (quietSeconds < 5) {
    const before = cpuMsOf(root)
    await wait(1000)
    quietSeconds = cpuMsOf(root) - before < 50 ? quietSeconds + 1 : 0
  }
}
