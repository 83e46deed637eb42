"""Fudge's switches: every optional rule that is acted on here, with the default of each."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from . import ladder as rungs
from .content.creation import Caps

Count = Annotated[int, Meta(ge=0, le=999)]
"""How many of something, none or more."""


Technique = Literal["low_die", "difference", "sum7"]
"""How two dice give -4 to +4."""


class FudgeOptions(Struct, frozen=True):
    """Optional rules and variants of one session.

    Args:
        ladder: words of the table's own ladder with their numbers, 0 among them and none missing
            (FUD-004); the seven of the book where it is empty.
        legendary: whether traits may stand one level above Superb (FUD-006), or as many as there
            are names for (FUD-120).
        tone: of the campaign, from which much else takes its measure: realistic, epic or
            superheroic (FUD-001).
        gift_model: whether somebody has a Gift or has not (FUD-017), has it by steps of its own
            (FUD-018), or Gifts and Faults are the ends of traits on the ladder (FUD-019).
        language: in which language the book's characters, creatures and things are called where
            the GM gives them no name (FUD-266, FUD-271, FUD-273).
        creation: how characters are made: with levels to spend (FUD-052), by writing down what one
            likes (FUD-044), by quotas (FUD-045), from prose that the GM translates (FUD-051), or
            by the dice (FUD-075).
        attribute_list: whether the GM gives the attributes, or players choose them (FUD-057).
        attribute_count: how many attributes there are; 0 for as many as the campaign lists.
        attribute_pool: levels to raise attributes with: half their number, rounded down for
            realism or up for legends (FUD-053), as ``by_tone`` has it; their number (FUD-054), or
            a number.
        skill_breadth: how much one skill takes in (FUD-014), or that broad skills stand beside
            specific ones: in other fields at double cost (FUD-064), or in the same (FUD-065).
        skill_broad_times: what broad skills in the same field cost, times the others (FUD-065).
        skill_pool: levels to raise skills with: by their breadth, or a number (FUD-058).
        skill_caps: most skills at Superb, Great and Good; no end where nothing is said; with
            ``by_tone`` 1, 3 and 8 in a realistic campaign and no end in others (FUD-062).
        quota_sets: which numbers quotas have (FUD-045, FUD-046); ``by_tone`` those of a legendary
            campaign unless it is realistic.
        quota_attributes: most attributes at each level where the set is custom.
        quota_skills: most skills at each level where the set is custom.
        quota_skills_most: most skills by quota; 0 where there is no end (FUD-047).
        quota_gifts: Gifts that everybody may have by quota (FUD-048).
        quota_faults: Faults that everybody has to have by quota (FUD-048).
        gifts_free: Gifts that cost nothing (FUD-067).
        powers_free: Powers that cost nothing (FUD-082).
        trade_rates: whether levels of one kind buy those of another (FUD-068).
        fp_trade_at_creation: Gifts that a Fudge Point is worth then; 0 where it buys none
            (FUD-069).
        superfault_worth: Faults that a Superfault counts for, where it does not say so itself
            (FUD-022).
        free_traits: traits that everybody may still define in play (FUD-073).
        rand_skill_12: what a 12 makes of a skill, which is printed twice (FUD-076).
        rand_attribute_levels: whether there are levels to spend on top of the dice (FUD-075).
        rand_skill_levels: likewise for skills, all or half (FUD-076).
        rand_trades: whether levels then buy others (FUD-075).
        rand_gifts: ids of Gifts by which the GM goes on with the table of six (FUD-077).
        rand_faults: likewise of Faults.
        mandatory_faults: Faults that everybody takes and that pay for nothing (FUD-270).
        powers: whether anybody has Supernormal Powers (FUD-079); which there are, and what each
            counts for, the campaign's list says (FUD-085).
        powers_most: how many Powers a character may have, each counted for its worth (FUD-086);
            None for as many as the GM lets him.
        power_cost: what a Power costs whoever is made: two Gifts (FUD-072), twice or three times
            that, or what the GM says of each that a player wishes for, if he allows it at all
            (FUD-083); whoever grows into one pays as many times as much.
        power_levels: what each level of a Power above its first costs whoever is made, or grows:
            nothing, as the GM gives it; a Power, an attribute level or a skill level (FUD-113), or
            a Gift (FUD-090).
        power_base: level at which a Power with levels stands for its own price, as Poor (FUD-090).
        power_usage: whether Powers are used at will, each but so often a day (FUD-090), or each
            with some drawback (FUD-087); what a sheet says of one holds in any case.
        psi_model: whether each psi ability is a Power without levels (FUD-124), one with levels
            (FUD-125), or an attribute (FUD-091).
        implants_as: whether a device in the body that does what no body can is a Power, or a Gift
            (FUD-128); one that only raises an attribute is a Gift and costs as that (FUD-129).
        scale: whether races differ by Scale (FUD-093): not at all, Strength and Mass together
            (FUD-100), or each by itself (FUD-101).
        speed: whether Speed counts: its attribute, its Scale, and short races (FUD-102).
        spellcasting: whether spells are cast by a Very Hard skill that is bought, two levels
            below an attribute (FUD-122), or by what the GM says of each caster (FUD-121). The
            book has no system, but its mages buy the skill, and then nobody need be asked.
        spellcasting_most: best level at which spells are cast by the first two; Fair, unless the
            GM sells more.
        superstrength: whether great strength is paid for by levels of Scale, or is one Power at
            the GM's Scale (FUD-111).
        superstrength_scale: the Scale that such a Power gives whoever takes it, as the GM says;
            4 to 13 by the book, or more, and 10 in its example (FUD-111).
        fudge_points: whether there are Fudge Points (FUD-031).
        fp_start: with how many a player character begins (FUD-032).
        fp_refresh: how many more each has at the beginning of a sitting after his first (FUD-034).
        fp_ep_rate: Experience Points for one Fudge Point; 0 where they are not for sale (FUD-035).
        fp_to_ep: whether Fudge Points turn into Experience Points at that rate too (FUD-035).
        fp_a: whether they buy success at a Simple Action instead of a roll (FUD-037).
        fp_b: whether they shift a roll by a level (FUD-038).
        fp_b_timing: whether a shift may still be bought when the dice lie, or has to be announced
            before (FUD-038).
        fp_b_max: most points on one roll, everybody's together (FUD-038); more than one is for
            the GM of epic play to allow, and does not follow from the tone.
        fp_c: whether they make wounds look less bad (FUD-039).
        fp_c_mapping: how much less: as printed, where Incapacitated becomes Hurt, or one level
            each (FUD-039).
        fp_d: whether they turn every wound into a Scratch (FUD-040).
        fp_e: whether they buy a +3 instead of dice (FUD-041).
        fp_f: whether they buy lucky coincidences, for legendary and epic play (FUD-042).
        npc_rolls: how an NPC rolls on a trait: as everybody, or with one die that most often
            leaves him at its level (FUD-158); with ``d6-gm`` the GM says how much better or
            worse, with ``d6`` a second die does.
        dice_technique: how two dice give -4 to +4: the lower die (FUD-133), positive less
            negative (FUD-134), or their sum less seven (FUD-135).
        secondary_bonus: whether a second trait at Good or better helps by one (FUD-146).
        untrained_lift: whether a high attribute lifts a skill that somebody lacks (FUD-150).
        weapon_table: which numbers weapon classes have (FUD-210); ``milder`` is one less for
            each (FUD-216). Figures are computed when a character comes into play.
        combat_system: whether fights go by rounds (FUD-168) or by segments of three rolls
            (FUD-163).
        round_seconds: game time of a round, in seconds; 0 for none in particular (FUD-168).
        initiative: whether who shoots first is rolled for in each round (FUD-162).
        combat_tactics: All-out Attack and Defence (FUD-181, 182), or stances in their place
            (FUD-184).
        allout_attack_damage_bonus: Base Damage that a winning All-out Attack adds, which only
            the printed duel mentions (FUD-181).
        allout_defence_observe: whether an All-out Defence leaves time to look around (FUD-183).
        multi_penalty: what several opponents take off a lone fighter: one for each beyond the
            first (FUD-187), or one for every two (FUD-188). This, ``mooks`` and ``sweep`` are three
            ways to be epic of which the GM takes those that he likes, whatever the tone.
        mooks: whether there are hordes, Poor in everything that counts (FUD-189).
        sweep: whether one blow may strike several (FUD-190).
        multi_tie_strike: whether who ties the best may hit somebody two levels worse (FUD-191).
        ignore_crowd: whether one may turn to one foe and leave the others to his armour
            (FUD-192).
        multi_group_roll: whether the GM rolls for each of a group, once for all of it
            (FUD-194), or the one die of FUD-158 for each (FUD-195).
        dodge_propelled: what it takes off a dodge that the weapon is no thrown one (FUD-198).
        damage_system: damage by figures (FUD-208), or as the GM judges (FUD-207); then an
            announced most damage is a wound level.
        damage_roll: none, within its three limits (FUD-217 to 220), or unlimited (FUD-221).
        graze: most damage of a blow with Base Damage 1: one or two points, plus the attacker's
            Strength Scale or half of it (FUD-222).
        wound_boxes: boxes more in Scratch and in Hurt (FUD-225); counted when a character comes
            into play.
        damage_threshold: how much one blow may do at most: anything, three wound levels
            (``A``, FUD-226), two to four by Damage Resistance (``B``, FUD-227), or nothing beyond
            a barrier (``C``, FUD-228); ``by_tone`` is ``A`` unless the campaign is realistic.
        damage_threshold_place: of ``C``, from which level at the round's beginning one may come
            to be Near Death; ``both`` has a second barrier before Incapacitated, for whoever
            began less than Hurt.
        damage_threshold_scope: whom it protects: everybody, or player characters (FUD-229).
        scale_combat: whether the Mass Scale of somebody huge is armour (FUD-230), or so many
            small wounds make one point (FUD-232).
        scale_tiny_penetration: points that a small fighter does in any case to a larger one by a
            Great result (FUD-231).
        pull_punch: whether a most damage may be announced before hitting (FUD-236).
        criticals: which results are critical: +4 and -4 of the dice alone (FUD-243), four levels
            over or under what is needed (FUD-244), or both.
        critical_effects: of which criticals the GM is asked what comes of them: failures in
            combat (FUD-245), all, or none; a table of his own answers instead (FUD-246).
        reaction_rolls: whether dice say how an NPC takes to somebody, or the GM (FUD-247).
        ko: whether a blow may be meant to stun (FUD-237).
        ko_head: whether a Good blow to the head knocks out by itself (FUD-238).
        will_over_pain: whether will may disregard wounds for a scene (FUD-204).
        healing_roll: whether a week of rest heals only who rolls well enough (FUD-241).
        treated_rest: rest that a healer's work takes for each wound level (FUD-242).
        scratch_recovery: when scratches are forgotten: when the fight is over, or at the first
            or second midnight (FUD-240).
        fp_death_save: whether a Fudge Point turns a wound that kills into a serious one
            (FUD-043); ``by_tone``: unless the campaign is realistic.
        development: how traits go up: by agreement (FUD-250), for Experience Points (FUD-252), by
            training alone, or by both (FUD-258).
        ep_attribute_influence: what an attribute does to the price of a skill that leans on it:
            nothing, the price of a step less or more (FUD-255), or twice or half as much again
            above it (FUD-256).
        ep_needs_training: whether, where both count, points buy only what has been trained; else
            points and training each raise traits by themselves (FUD-258).
        raises_reviewed: whether the GM is asked each time if the trait was really used (FUD-254).
        self_taught_factor: how many times longer than a course it takes without a teacher, at
            least twice (FUD-258).
    """

    # 2.1 to 2.4, traits
    ladder: dict[str, int] = {}
    legendary: Literal["off", "legendary", "unlimited"] = "off"
    tone: Literal["realistic", "epic", "superheroic"] = "realistic"
    gift_model: Literal["binary", "steps", "bipolar"] = "binary"
    language: Literal["en", "it"] = "en"

    # 2.36, Fudge Points
    fudge_points: bool = True
    fp_start: Annotated[int, Meta(ge=0, le=99)] = 3
    fp_refresh: Annotated[int, Meta(ge=0, le=99)] = 0
    fp_ep_rate: Annotated[int, Meta(ge=0, le=99)] = 3
    fp_to_ep: bool = False
    fp_a: bool = True
    fp_b: bool = True
    fp_b_timing: Literal["before", "after"] = "after"
    fp_b_max: Annotated[int, Meta(ge=1, le=9)] = 1
    fp_c: bool = True
    fp_c_mapping: Literal["printed", "one_step"] = "printed"
    fp_d: bool = True
    fp_e: bool = True
    fp_f: bool = False

    # 2.5 to 2.9, making characters
    creation: Literal[
        "objective", "subjective_free", "subjective_quota", "subjective_narrative", "random"
    ] = "objective"
    attribute_list: Literal["gm", "players"] = "gm"
    attribute_count: Count = 0
    attribute_pool: Literal["by_tone", "half_floor", "half_ceil", "full"] | Count = "by_tone"
    skill_breadth: Literal["broad", "narrow", "specific", "mixed_double", "mixed_triple"] = (
        "specific"
    )
    skill_broad_times: Annotated[int, Meta(ge=3, le=9)] = 3
    skill_pool: Literal["by_breadth"] | Count = "by_breadth"
    skill_caps: Caps | Literal["by_tone"] = "by_tone"
    quota_sets: Literal["by_tone", "realistic", "legendary", "custom"] = "by_tone"
    quota_attributes: Caps = Caps()
    quota_skills: Caps = Caps()
    quota_skills_most: Count = 0
    quota_gifts: Count = 2
    quota_faults: Count = 3
    gifts_free: Count = 2
    powers_free: Count = 0
    trade_rates: Literal["table", "off"] = "table"
    fp_trade_at_creation: Annotated[int, Meta(ge=0, le=2)] = 0
    superfault_worth: Annotated[int, Meta(ge=1, le=99)] = 2
    free_traits: Annotated[int, Meta(ge=3, le=99)] = 3
    rand_skill_12: Literal["fair", "terrible"] = "fair"
    rand_attribute_levels: Literal["none", "standard"] = "standard"
    rand_skill_levels: Literal["standard", "half"] = "standard"
    rand_trades: bool = True
    rand_gifts: tuple[str, ...] = ()
    rand_faults: tuple[str, ...] = ()
    mandatory_faults: Count = 0

    # 3, Powers, races and Scale
    powers: bool = False
    powers_most: Annotated[int, Meta(ge=0, le=99)] | None = None
    power_cost: Literal["standard", "double", "triple", "gm"] = "standard"
    power_levels: Literal["free", "powers", "attribute", "skill", "gift"] = "free"
    power_base: Annotated[int, Meta(ge=-3, le=4)] = -2
    power_usage: Literal["at_will", "daily", "drawbacks"] = "at_will"
    psi_model: Literal["simple", "levelled", "attributes"] = "simple"
    implants_as: Literal["powers", "gifts"] = "powers"
    scale: Literal["off", "unified", "split"] = "unified"
    speed: bool = False
    spellcasting: Literal["bought", "attribute", "gm"] = "bought"
    spellcasting_most: Annotated[int, Meta(ge=-3, le=4)] = 0
    superstrength: Literal["scale", "power"] = "scale"
    superstrength_scale: Annotated[int, Meta(ge=1, le=99)] = 10

    # 4.1 to 4.5, actions
    npc_rolls: Literal["normal", "d6", "d6-gm"] = "normal"
    dice_technique: Technique = "low_die"
    secondary_bonus: bool = True
    untrained_lift: bool = True

    # 4.6, combat
    combat_system: Literal["objective", "subjective"] = "objective"
    round_seconds: Annotated[int, Meta(ge=0, le=86_400)] = 3
    initiative: Literal["none", "roll"] = "none"
    combat_tactics: Literal["allout", "stances"] = "allout"
    allout_attack_damage_bonus: Annotated[int, Meta(ge=0, le=1)] = 1
    allout_defence_observe: bool = False
    multi_penalty: Literal["realistic", "epic"] = "realistic"
    mooks: bool = False
    sweep: bool = False
    multi_tie_strike: bool = False
    ignore_crowd: bool = False
    multi_group_roll: Literal["individual", "one_roll", "d6"] = "individual"
    dodge_propelled: Annotated[int, Meta(ge=-3, le=-2)] = -2

    # 4.7, damage and healing
    weapon_table: Literal["corrected", "as_printed", "milder"] = "corrected"
    damage_system: Literal["objective", "subjective"] = "objective"
    damage_roll: Literal["off", "limited", "free"] = "limited"
    graze: Literal["off", "1+scale", "2+scale", "1+half", "2+half"] = "off"
    wound_boxes: Literal["standard", "+1", "+2"] = "standard"
    damage_threshold: Literal["by_tone", "off", "A", "B", "C"] = "by_tone"
    damage_threshold_place: Literal["very-hurt", "incapacitated", "both"] = "very-hurt"
    damage_threshold_scope: Literal["all", "pcs"] = "all"
    scale_combat: Literal["armour", "nibble"] = "armour"
    scale_tiny_penetration: Annotated[int, Meta(ge=0, le=2)] = 0
    pull_punch: bool = True
    ko: bool = True
    ko_head: bool = False
    will_over_pain: bool = False
    healing_roll: bool = False
    treated_rest: Literal["week", "day", "none"] = "week"
    scratch_recovery: Literal["fight", "one-day", "two-days"] = "fight"
    fp_death_save: Literal["by_tone"] | bool = "by_tone"

    # 4.8 and 4.9, criticals and reactions
    criticals: Literal["off", "natural", "margin", "both"] = "natural"
    critical_effects: Literal["none", "combat", "all"] = "combat"
    reaction_rolls: bool = True

    # 5, development
    development: Literal["subjective", "objective", "training", "objective_training"] = "objective"
    ep_attribute_influence: Literal["none", "row_shift", "double", "half_more"] = "none"
    ep_needs_training: bool = True
    raises_reviewed: bool = False
    self_taught_factor: Annotated[int, Meta(ge=2, le=10)] = 2

    def __post_init__(self) -> None:
        rungs.check(self.ladder)
