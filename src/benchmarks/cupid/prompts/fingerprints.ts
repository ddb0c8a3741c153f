/** Length in characters and SHA-256 (UTF-8) of one text of a prompt pack. */
export interface Fingerprint {
  readonly characters: number
  readonly sha256: string
}

/** Texts of the authors' pack, before values are put in (spec 2.13); for checking a pack only. */
export const publishedFingerprints = {
  'preference_inferrer system_prompt': {
    characters: 1074,
    sha256: '71f2cf62d02292cb88e84dd3dafba1a0b65a0c79d07ef4fd246a03b033a0ae01',
  },
  'preference_inferrer user_prompt': {
    characters: 668,
    sha256: '0cabe028b75f972b5edead7eae9ff2902163cf2826afe0f10c15346da481aea3',
  },
  'response_generator system_prompt': {
    characters: 813,
    sha256: '2fde6e2e8ab4f5a46a2d68e73b56a611f300689f4b76f158bb763fb6a51c7f3e',
  },
  'response_generator user_prompt': {
    characters: 98,
    sha256: 'bd1ac03af8000643635eb0835c9457835e6ff7db0b5c5030216c23092e3c77aa',
  },
  'preference_matcher system_prompt': {
    characters: 2049,
    sha256: '4ac41571a695f2878882e111b3a7d330b5cd451653a88137d972f5c1f65fdf72',
  },
  'preference_matcher system_prompt with examples': {
    characters: 7826,
    sha256: '27d21a5e04384f88d062e6bcf82608d388b0d039b75ab1833eeefaadbedf94ea',
  },
  'preference_matcher user_prompt': {
    characters: 58,
    sha256: 'd42059bf01edda79a79e54d629635e6d62c2e0e633d361a7f7bb47c842d5aebb',
  },
  'preference_matcher_model system_prompt': {
    characters: 661,
    sha256: '640cff6e3c6b42c2d242bbc5d34ad712120220c911bad99658b011f148c27862',
  },
  'preference_matcher_model user_prompt': {
    characters: 57,
    sha256: 'e638f013df7f8f0b81f9ff7a4e863e117e9df702d08d834aabac02c8cf79e68c',
  },
  'response_judger system_prompt': {
    characters: 2006,
    sha256: '26b55e0107138ebf3acf5adcf3cf5389fbd73716d8eaf25eb46c6f380faaa049',
  },
  'response_judger user_prompt': {
    characters: 78,
    sha256: '82f4ab4a7fa84716962007fac44bd46928be2162129bb32b5af2eb4a87310539',
  },
  'preference_decomposer system_prompt': {
    characters: 3433,
    sha256: 'c6d0edb7220750d31f89493811e48814c5ceefadb4109e5e9ba900baa3926540',
  },
  'preference_decomposer user_prompt': {
    characters: 30,
    sha256: '801b9c12a67569f6e98eb3a752917078deb16ecb17054e45c62ba5383485a67e',
  },
} as const satisfies Readonly<Record<string, Fingerprint>>

export type PackPart = keyof typeof publishedFingerprints

/** All parts, in the order of the spec. */
export const packParts = Object.keys(publishedFingerprints).filter(
  (name): name is PackPart => name in publishedFingerprints,
)
