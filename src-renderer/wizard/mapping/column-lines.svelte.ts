import { tick } from 'svelte'
import type { SourceColumn } from '../../../src-main/engine/contract.ts'
import type { ColumnGroups } from './column-groups.ts'
import { columnId, type Question } from './open-questions.ts'

/** As in `StepScreen`: here the panel takes the place of the list. */
const isNarrow = () => matchMedia('(max-width: 760px)').matches
/** Of a wide file, more lines are drawn as the end of those comes into sight. */
const linesAtOnce = 40
const usualLineHeight = 39

interface Options {
  questions: () => readonly Question[]
  groups: () => ColumnGroups
}

/** The lines of the mapping: their order, which one is open in the panel, and where the arrow keys are. */
export function createColumnLines({ questions, groups }: Options) {
  /** What the panel shows: `column:NAME`, a question about the whole file, `rules` or `row`. */
  let selected = $state<string | null>(null)
  let active = $state<string | null>(null)
  let isLeftOutOpen = $state(false)
  let hasBlank = $state(false)
  let drawn = $state(linesAtOnce)

  const allLeftOut = $derived([...groups().leftOut, ...(hasBlank ? groups().blank : [])])
  const leftOut = $derived(allLeftOut.slice(0, drawn))
  const order = $derived([
    ...questions().map(({ id }) => id),
    ...groups().imported.map(({ name }) => columnId(name)),
    ...(isLeftOutOpen ? leftOut.map(({ name }) => columnId(name)) : []),
  ])
  const tabStop = $derived(active !== null && order.includes(active) ? active : order[0])

  const lineElement = (id: string) => document.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"]`)

  function enterPanel(): void {
    document.querySelector<HTMLElement>('.side-panel .body :is(input, select, button, textarea):not(:disabled, [tabindex="-1"])')?.focus()
  }

  async function show(id: string): Promise<void> {
    selected = id
    active = id
    await tick()
    const line = lineElement(id)
    line?.scrollIntoView({ block: 'nearest' })
    if (isNarrow()) enterPanel()
    else line?.focus({ preventScroll: true })
  }

  async function moveTo(id: string): Promise<void> {
    active = id
    if (selected !== null && !isNarrow()) selected = id
    await tick()
    lineElement(id)?.focus()
  }

  async function onkeydown(event: KeyboardEvent, id: string): Promise<void> {
    const at = order.indexOf(id)
    const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }
    const to = places[event.key]
    if (to === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (to === undefined) {
      selected = id
      active = id
      await tick()
      return enterPanel()
    }
    const next = order[to]
    if (next !== undefined) await moveTo(next)
  }

  return {
    get selected() {
      return selected
    },
    get isLeftOutOpen() {
      return isLeftOutOpen
    },
    get hasBlank() {
      return hasBlank
    },
    /** The columns that are left out, as far as they are drawn. */
    get leftOut(): readonly SourceColumn[] {
      return leftOut
    },
    /** How high the lines are that are not drawn yet; 0 where all are. */
    get undrawnHeight() {
      return (allLeftOut.length - leftOut.length) * usualLineHeight
    },
    isTabStop: (id: string): boolean => tabStop === id,
    toggleLeftOut: (): void => void (isLeftOutOpen = !isLeftOutOpen),
    showBlank: (): void => void (hasBlank = true),
    /** Draws more lines as this element comes into sight. */
    drawMore(rest: Element): () => void {
      const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && (drawn += linesAtOnce))
      observer.observe(rest)
      return () => observer.disconnect()
    },
    enterPanel,
    show,
    /** Another recipe, other columns: nothing is open. */
    clear: (): void => void (selected = null),
    /** The first open question, which is shown at the start where there is room for it beside the list. */
    begin(id: string | null): void {
      active = id
      if (id !== null && !isNarrow()) selected = id
    },
    async close(): Promise<void> {
      const id = selected
      selected = null
      await tick()
      if (id !== null) lineElement(id === 'row' ? (order[0] ?? '') : id)?.focus()
    },
    /** To a line before or behind the one that is open; null where there is none. */
    step(by: number): (() => void) | null {
      const place = selected === null ? -1 : order.indexOf(selected)
      const id = place === -1 ? undefined : order[place + by]
      return id === undefined ? null : () => void show(id)
    },
    onkeydown,
    /** The same keys while the title has the focus, as it does at the start: from what the panel shows, else from the top. */
    async onTitleKey(event: KeyboardEvent): Promise<void> {
      await onkeydown(event, selected ?? (event.key === 'Enter' ? (order[0] ?? '') : ''))
    },
  }
}
export type ColumnLines = ReturnType<typeof createColumnLines>
