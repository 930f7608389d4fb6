/** A short tone for each result. Browsers allow sound only after a press; without one there is none. */
let audio: AudioContext | null = null;

/** Called on a press. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => {});
}

/** Notes in Hz, one after the other. */
const tones = { ok: [880, 1320], refused: [330, 220], note: [523] } as const;
const NOTE_S = 0.13;

export function play(kind: keyof typeof tones): void {
  if (audio?.state !== 'running') return;
  for (const [index, frequency] of tones[kind].entries()) {
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
    const from = audio.currentTime + index * NOTE_S;
    oscillator.frequency.value = frequency;
    oscillator.type = kind === 'refused' ? 'square' : 'sine';
    volume.gain.setValueAtTime(kind === 'refused' ? 0.1 : 0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(from);
    oscillator.stop(from + NOTE_S);
  }
}
