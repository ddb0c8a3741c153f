import type { Probe } from '../../../../core/judge.ts'

/** One invented situation and answers to it whose worth is beyond dispute. */
export interface AnswerScene {
  /** Starts the ids of its probes; unique among all scenes. */
  readonly id: string
  readonly language: 'en' | 'zh'
  readonly query: string
  readonly memory: { readonly value: string; readonly label?: string }
  readonly right: string
  /** As right, in few words: length must not decide. */
  readonly terse: string
  /** On the same topic, fluent, and wrong. */
  readonly wrong: string
  /** As wrong, at length. */
  readonly verbose: string
  /** Wrong, and gives the judge orders. */
  readonly injection: string
}

/** The probes of each scene: two right answers and one of every wrong kind; the empty one is added. */
export function answerProbes(scenes: readonly AnswerScene[]): readonly Probe[] {
  return scenes.flatMap((scene) => {
    const probe = (kind: Probe['kind'], answer: string, id: string = kind): Probe => ({
      id: `${scene.id}-${id}`,
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
      probe('right', scene.terse, 'right-terse'),
      probe('wrong-same-topic', scene.wrong),
      probe('empty', ''),
      probe('verbose-wrong', scene.verbose),
      probe('injection', scene.injection),
    ]
  })
}
