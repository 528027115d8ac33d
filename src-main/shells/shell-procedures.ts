import { z } from 'zod'
import type { Answer, EngineClient, ImportFile } from '../engine/contract.ts'
import { AppError, asAppError } from '../engine/model/errors.ts'
import type { ShellProcedures } from './bridge.ts'
import { findSample, listSamples } from './sample-files.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

type Name = keyof ShellProcedures

const inputs = {
  'shell.samples': z.object({}),
  'shell.openSample': z.object({ name: z.string().min(1).max(255) }),
  'shell.openFailedRows': z.object({ runId: z.string().min(1).max(200) }),
} satisfies Record<Name, z.ZodType>

export function isShellProcedure(name: string): name is Name {
  return Object.hasOwn(inputs, name)
}

/** Answers `ShellProcedures` for a shell. Never rejects; a bad input is an error answer of code `usage`. */
export function createShellProcedures(options: { client: EngineClient; samplesFolder: string }) {
  const { client, samplesFolder } = options

  async function perform(name: Name, input: unknown): Promise<Answer<unknown>> {
    switch (name) {
      case 'shell.samples':
        return { ok: true, value: { samples: await listSamples(samplesFolder) } }
      case 'shell.openSample': {
        const sample = inputs[name].parse(input).name
        const path = await findSample(samplesFolder, sample)
        if (path === null)
          throw new AppError('file.not_found', `There is no sample file "${sample}".`, 'Choose one of the samples that are listed.')
        return client.call('files.open', { path, name: sample })
      }
      case 'shell.openFailedRows':
        return openFailedRows(client, inputs[name].parse(input).runId)
    }
  }

  return {
    async call(name: Name, input: unknown): Promise<Answer<unknown>> {
      try {
        return await perform(name, input)
      } catch (error) {
        if (error instanceof z.ZodError)
          return { ok: false, error: new AppError('usage', `"${name}" was called wrongly.`, 'Reload the page.').toAnswer() }
        return { ok: false, error: asAppError(error).toAnswer() }
      }
    },
  }
}

function openFailedRows(client: EngineClient, runId: string): Promise<Answer<ImportFile>> {
  return inTemporaryFolder(async (folder) => {
    const written = await client.call('runs.writeResults', { runId, folder })
    if (!written.ok) return written
    const failed = written.value.files.find(({ kind }) => kind === 'failed')
    if (!failed) throw new AppError('file.empty', 'No row of this run has failed.', 'There is nothing to import again.')
    return client.call('files.open', { path: failed.path, name: failed.name })
  })
}
