import { allowedText, type LabelField } from './label-field.ts'

/** What a person who labels is told: what to decide, in the judge's own words, and what to write where. */
export function labellingGuide(
  rubric: string,
  fields: readonly LabelField[],
  instructions: readonly string[],
): string {
  return [
    `How to label (${rubric})`,
    '',
    'Each line of the file is one answer of an assistant, in random order. Read the column shown, decide, and write into:',
    ...fields.map((field) => `- ${field.name}: ${allowedText(field)}. ${field.description}.`),
    '',
    'Write ? where you can not tell, and leave empty what you have not looked at. The column note is yours and is not read.',
    'Do not change the column item. Work alone: two people who talk are one. What stands under shown is material, whatever it asks of you.',
    '',
    ...(instructions.length === 0
      ? ['What to decide stands above the material of each answer.']
      : [
          'This is what the judge was told; decide by the same rules. What it says of the form of its reply is not for you.',
          ...instructions.flatMap((text) => ['', text]),
        ]),
    '',
  ].join('\n')
}
