/** Short sounds, made here: nothing to load, nothing when they are off. */
import { settings } from "./settings.svelte";

type Sound = "place" | "slide" | "turn" | "end" | "no";
const TONES: Record<Sound, [frequency: number, seconds: number, shape: OscillatorType][]> = {
  place: [[190, 0.06, "triangle"]],
  slide: [[120, 0.12, "triangle"]],
  turn: [[520, 0.07, "sine"], [660, 0.1, "sine"]],
  end: [[392, 0.14, "sine"], [494, 0.14, "sine"], [587, 0.24, "sine"]],
  no: [[150, 0.12, "sine"]],
};
let context: AudioContext | undefined;

export function sound(name: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, seconds, shape] of TONES[name]) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = shape;
    oscillator.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds;
  }
}
