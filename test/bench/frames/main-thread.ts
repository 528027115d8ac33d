import { z } from 'zod'

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown() }).partial().optional(),
})
const traceSchema = z.object({ traceEvents: z.array(eventSchema) })
type TraceEvent = z.infer<typeof eventSchema>

const scripts = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks'])

/** The longest tasks of the page's main thread in a trace of Chromium, in milliseconds. */
export function longestTasks(trace: Buffer): { wallMs: number; cpuMs: number; scriptMs: number } {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()))
  const main = busiest(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
    traceEvents,
  )
  const longest = { wallMs: 0, cpuMs: 0, scriptMs: 0 }
  for (const { task, inside } of tasksOf(main)) {
    longest.wallMs = Math.max(longest.wallMs, (task.dur ?? 0) / 1000)
    longest.cpuMs = Math.max(longest.cpuMs, cpuMsOf(task))
    const inScripts = outermost(inside.filter(({ name }) => scripts.has(name))).reduce((sum, script) => sum + cpuMsOf(script), 0)
    longest.scriptMs = Math.max(longest.scriptMs, inScripts)
  }
  return longest
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`
/** Where a computer tells no processor time, the time on the clock. */
const cpuMsOf = ({ tdur, dur }: TraceEvent): number => (tdur ?? dur ?? 0) / 1000

/** Other pages' and the browser's own pages have such threads too; the one that was scrolled did the most. */
function busiest(threads: readonly string[], events: readonly TraceEvent[]): TraceEvent[] {
  const byThread = Map.groupBy(
    events.filter(({ ph }) => ph === 'X'),
    threadOf,
  )
  return threads.map((thread) => byThread.get(thread) ?? []).reduce((most, one) => (one.length > most.length ? one : most), [])
}

function tasksOf(events: readonly TraceEvent[]): { task: TraceEvent; inside: TraceEvent[] }[] {
  const tasks: { task: TraceEvent; inside: TraceEvent[] }[] = []
  for (const event of inOrder(events)) {
    const last = tasks.at(-1)
    if (last !== undefined && endOf(event) <= endOf(last.task)) last.inside.push(event)
    else tasks.push({ task: event, inside: [] })
  }
  return tasks
}

function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  return tasksOf(events).map(({ task }) => task)
}

const endOf = ({ ts, dur }: TraceEvent): number => ts + (dur ?? 0)

/** By their beginnings; of two that begin together, the one that goes on longer is around the other. */
function inOrder(events: readonly TraceEvent[]): TraceEvent[] {
  return [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
}
