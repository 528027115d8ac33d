import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../engine/store/stored-things.ts'
import { SimulatedDisk } from '../disk/simulated-disk.ts'
import { createWeather, type Weather } from '../network/weather.ts'
import { type Chance, createChance } from '../seed/chance.ts'
import { LateOrder } from '../oracle/late-order.ts'
import type { Crash, Scenario } from '../seed/scenario.ts'
import { ServiceModel } from '../service/service-model.ts'
import { VirtualTime } from '../time/virtual-time.ts'
import { type OfficeProgram, startProgram } from './office-program.ts'

export type ProgramName = Crash['program']

/** Everything that one simulation consists of. */
export class World {
  readonly scenario: Scenario
  readonly time = new VirtualTime()
  readonly chance: Chance
  readonly service: ServiceModel
  readonly weather: Weather
  readonly order: LateOrder
  readonly disk: SimulatedDisk
  readonly newId: () => string
  /** Is told what happens, for whoever looks into a seed. */
  readonly trace: ((line: string) => void) | null
  isClear = false
  /** How often the power failed. */
  powerCuts = 0
  /** Of whom the office itself has noted, since when, that they want no texts any more. */
  readonly stopped: { phone: string; atMs: number }[] = []
  private readonly programs = new Map<ProgramName, OfficeProgram>()
  private readonly crashes: Crash[]
  private started = 0
  private readonly root: string

  constructor(scenario: Scenario, trace: World['trace'] = null) {
    this.trace = trace
    this.scenario = scenario
    this.chance = createChance(scenario.seed)
    this.service = new ServiceModel(scenario.customers, scenario.traits, this.chance.fork('service'))
    this.weather = createWeather(scenario.faults)
    this.order = new LateOrder(this.service)
    this.root = mkdtempSync(join(tmpdir(), 'rollcall-simulated-'))
    this.disk = new SimulatedDisk(this.root, templatePath(), this.time)
    this.crashes = [...scenario.crashes]
    let ids = 0
    this.newId = () => `id-${(ids += 1)}`
  }

  /** The program of this name: the process that runs, or a new one. */
  program(name: ProgramName): OfficeProgram {
    const running = this.programs.get(name)
    if (running !== undefined && !running.isDead()) return running
    if (running !== undefined) this.disk.close(running.store)
    this.started += 1
    const program = startProgram(this, `${name}-computer:${this.started}`, this.nextCrash(name))
    this.programs.set(name, program)
    return program
  }

  /** The program of this name, where it runs. */
  running(name: ProgramName): OfficeProgram | null {
    const program = this.programs.get(name)
    return program === undefined || program.isDead() ? null : program
  }

  /** How long it takes the person to start a program again that has ended. */
  downMs(): number {
    return this.chance.between(1_000, 60_000)
  }

  note(text: string): void {
    this.trace?.(`${(this.time.nowMs / 1000).toFixed(3)} s  ${text}`)
  }

  powerFails(surviving: number): void {
    for (const program of this.programs.values()) program.end()
    this.powerCuts += 1
    this.order.powerFails(this.time.nowMs)
    this.disk.powerCut(surviving)
  }

  /** From now on nothing goes wrong. */
  clearUp(): void {
    this.isClear = true
    this.weather.clearUp()
  }

  end(): void {
    for (const program of this.programs.values()) program.end()
    this.disk.closeAll()
    rmSync(this.root, { recursive: true, force: true })
  }

  private nextCrash(name: ProgramName): Crash | null {
    if (this.isClear) return null
    const at = this.crashes.findIndex(({ program }) => program === name)
    return at < 0 ? null : (this.crashes.splice(at, 1)[0] ?? null)
  }
}

let template: string | null = null

/** A database of the present version that knows the file: made once, and copied for each simulation. */
function templatePath(): string {
  if (template !== null) return template
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-simulated-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'rollcall.db')
  const store = openStore(path)
  addFile(store)
  store.close()
  template = path
  return path
}
