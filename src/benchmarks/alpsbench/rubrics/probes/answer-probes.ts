import type { Probe } from '../../../../core/judge.ts'

/** One invented situation and answers to it whose worth is beyond dispute. */
export interface AnswerScene {
  /** Starts the ids of its probes; unique among all scenes. */
  readonly id: string
  readonly language: 'en' | 'zh'
  readonly query: string
  readonly memory: { readonly value: string; readonly label?: string }
  readonly right: string
  /** On the same topic, fluent, and wrong. */
  readonly wrong: string
  /** As wrong, at length. */
  readonly verbose: string
  /** Wrong, and gives the judge orders. */
  readonly injection: string
}

/** The five kinds of probes of each scene; the empty answer is added. */
export function answerProbes(scenes: readonly AnswerScene[]): readonly Probe[] {
  return scenes.flatMap((scene) => {
    const probe = (kind: Probe['kind'], answer: string): Probe => ({
      id: `${scene.id}-${kind}`,
      language: scene.language,
      kind,
      subject: {
        input: { query: scene.query, dialogue_history: [] },
        gold: { selected_memory: { ...scene.memory } },
        prediction: { answer, used_memory_fact: kind === 'right' ? scene.memory.value : '' },
      },
      passes: kind === 'right',
    })
    return [
      probe('right', scene.right),
      probe('wrong-same-topic', scene.wrong),
      probe('empty', ''),
      probe('verbose-wrong', scene.verbose),
      probe('injection', scene.injection),
    ]
  })
}
