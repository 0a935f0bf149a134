/** Types of the server's answers (docs/api.md) and of shared data. Only the type checker reads this file. */

// Elements and pages
type Child = Node | string | number | null | undefined | false | Child[];
type FieldEvent = Event & { target: HTMLInputElement };
interface Properties {
  click?: (event: MouseEvent) => void;
  on?: Record<string, (event: FieldEvent) => void>;
  data?: Record<string, string>;
  style?: Record<string, string>;
  [attribute: string]: any;
}
/** Called with a control's new value, and with the number of moves after which to show a game. */
type Change<Value> = (value: Value) => void;
type GoTo = Change<number>;
type Option = readonly [value: string | number, label: string];
/** `origin`: the page whose link is marked while this one, which has none, is shown. */
interface Page { enter(root: HTMLElement, given: any): unknown; readonly origin?: string }
interface Plotly {
  react(root: Element, traces: object[], layout: object, options: object): Promise<void>;
  purge(root: Element): void;
}
interface Window { Plotly: Plotly }

// Rules
interface RulesSource { preset?: string; toml?: string; set?: Record<string, unknown> }
interface DiceKind { name: string; count: number; faces: string[] }
interface GameRules {
  name: string; title: string; family: string; goal: number; players: number; summary: string; how: string[];
  most_seats: number; toml: string; dice: DiceKind[]; views: { name: string; missing: string | null }[];
}
interface CheckedRules extends GameRules {
  ok: boolean; error: string; warnings: string[];
  scoring: { pattern: string; points: number }[];
  estimate: { states: number; seconds: number; memory: number } | null;
  best_play: { known: boolean; seconds: number | null; problem: string | null } | null;
}
type OwnRules = CheckedRules & { text: string };

// Jobs
interface Job {
  id: string; title: string; objective: string; state: "queued" | "running" | "done" | "failed" | "cancelled";
  progress: number; seconds: number | null; error: string | null;
  value: number; values: number[] | null; states: number | null;
}
type JobReport = (job: Job) => unknown;

// Games
interface Die { face: string; kind: string | null }
interface Seat { name: string; player: string }
interface GameRecord {
  version: number; rules: RulesSource; seats: Seat[]; first: number; seed: string; dice?: "given"; moves: string[];
}
interface Move { move: string; keep: string; points: number; total: number; then: string; dice: string }
interface LogEntry {
  seat: number; turn: number; kind: string; dice: string; points: number; total: number; scores: number[]; move: number;
}
interface Chances { move: number; seats: number[] }
interface GameView {
  title: string; family: string; goal: number; dice: number; simultaneous: boolean;
  seats: (Seat & { score: number; busts: number })[];
  mover: number; movers: number[]; over: boolean; winners: number[]; last_turn: boolean;
  given: boolean;
  turn: {
    number: number; total: number; dice_left: string; to_beat: number; offer: { dice: string; total: number } | null;
    roll: Die[] | null;
    kept: { dice: string; points: number }[];
  };
  waits: { move: string; dice: string } | null; moves: Move[]; refused: Record<string, string>; log: LogEntry[];
  chances: Chances[] | null; solve: Job | null;
}

// A game at a real table
/**
 * A turn that is entered again from move `from` on; `was`: its moves before, `rest`: those that follow it, `starts`:
 * where turns start in them. `trouble`: why a later turn, with these moves, is impossible now.
 */
interface Correction {
  turn: number; seat: number; from: number; was: string[]; rest: string[]; starts: number[]; before: GameRecord;
  trouble: { why: string; moves: string[]; rest: string[] } | null;
}
/** `draft`: dice entered so far; `advised`: seats that get advice; `typed`: seats whose turns are entered by result. */
interface SheetState {
  record: GameRecord | null; id: string; known: string[]; draft: string; advised: number[]; typed: number[];
  correction: Correction | null;
}

// The library
/** Under which name the library keeps a game, and the moves that it had when it was last seen there. */
interface Kept { id: string | null; known?: string[] }
/** How a game ends or stands, as part of a GameView. */
interface Outcome {
  title: string; family: string; goal: number; over: boolean; winners: number[]; seats: { score: number }[];
}
/** A game of the library. `place`: played on page Play, or at a table with real dice. */
interface KeptGame {
  id: string; begun: number; changed: number; place: "app" | "table"; record: GameRecord;
  title: string; family: string; goal: number; over: boolean; winners: number[]; scores: number[];
  summary: SeatSummary[] | null;
}
/** What a review found for a seat: what Progress adds up. */
interface SeatSummary {
  name: string; player: string; decisions: number; good: number; cost: number; luck: number;
  result: number | null; adjusted: number | null;
}
interface Estimated { value: number; stderr: number | null }
interface ProgressGroup { name: string; decisions: number | null; mistakes: number; cost: number }
interface ProgressPoint {
  played: number; error: number | null; accuracy: number | null;
  recent_error: number | null; recent_accuracy: number | null;
}
interface PlayerProgress {
  games: number; decisions: number; error: Estimated | null; accuracy: number | null;
  finished: number; won: number; luck: number | null; adjusted: Estimated | null; series: ProgressPoint[];
  by_kind: ProgressGroup[]; by_dice: ProgressGroup[]; by_situation: ProgressGroup[];
  habit: { sentence: string; count: number; decisions: number; cost: number } | null; trend: string | null;
}

// Advice and review
interface Action {
  move: string; keep: string; points: number; then: string; dice: string;
  value: number; loss: number; verdict: string; word: string;
}
interface Advice {
  value: number; measure: string; actions: Action[]; sentence: string; sentences: string[]; left_out_words: string[];
  objective: string; solve: Job | null;
}
interface Luck { move: number; seat: number; turn: number; dice: string; luck: number }
interface Account {
  name: string; start: number; luck: number; cost: number; unseen: number; others: number; result: number;
  decisions: number; mistakes: number; marks: Record<string, number>;
}
interface Habit { kind: string; dice_left: number | null; situation: string | null }
interface Decision {
  move: number; seat: number; turn: number; did: string; best: string; cost: number; value: number; word: string;
  dice_left: number | null; situation: string; habit: Habit | null;
}
interface Pattern extends Habit { seat: number; count: number; cost: number; sentence: string }
interface Review { decisions: Decision[]; rolls: Luck[]; seats: Account[]; patterns: Pattern[] }

// The analysis
/** Lists of moves, each from the start of the game; the first is the game. */
type Lines = string[][];
/** A place in an analysis: the number of a line, and of the moves before it. */
interface Place { line: number; move: number }
interface Step { lines: Lines; at: Place; isNew: boolean }
/** Where a line leaves another one: the number of that line, and of the moves that both share. */
interface Origin { parent: number; from: number }
/** What the server says of a line, and of a position. */
interface LineReport { view: GameView; review: Review | null; isWhole: boolean }
interface PositionReport { view: GameView; advice: Advice | null }
interface CourseRow {
  at: number | null; dice: Die[]; kept: boolean[]; follows: string; words: string;
  luck: number | null; cost: number | null; word: string;
}
interface CourseTurn {
  number: number; seat: number; at: number; opens: boolean; rows: CourseRow[]; end: string; score: number | null;
}

// Best play at all scores, and in one turn
interface Surface {
  scores: Int32Array; hold_at: Int32Array; never?: Uint8Array; value: Float32Array; phases: string[]; assumed: string[];
}
interface TurnSlice {
  phases: string[]; totals: Int32Array; decision: Int8Array; roll: Float32Array; bank: Float32Array;
  bust?: Float32Array; reachable?: Uint8Array; value: number;
}

// Reports
type Measured = number | number[] | { value: number; stderr?: number } | null | undefined;
interface GameProfile { bank_from: { dice_left: string; total: number | null }[]; [measure: string]: any }
interface Disagreement { comparable: boolean; reason: string | null; share: number }
interface Comparison { games: GameProfile[]; games_played: number; disagreements?: Disagreement[] }
interface PublishedNumber {
  paper: string; item: string; published: string; computed: string | null; decimal: string | null; note: string;
  state: string; dots: boolean;
}

// What the pages Ask and Explore show
interface Carryover { busts: number[]; beat: number; seat: number; singles: number; offerDice: string; offerTotal: number }
interface PositionState extends Carryover {
  game: string; toml: string | null; goal: number | null; scores: number[]; turn: number; roll: string; left: string;
  objective: string; mode: string;
}
interface ViewState extends Carryover { game: string; toml: string | null; view: string; dice: string | null; scores: number[] }
