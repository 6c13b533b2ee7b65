//! Everybody meets everybody, by the circle method: in every row of meetings each entrant plays once (or sits out, if their number is
//! odd), so that all have played about as much at any time.

/// All meetings, row by row.
pub(super) fn meetings(entrants: usize) -> Vec<[usize; 2]> {
    // With an odd number, whoever meets the empty chair sits out.
    let chairs = entrants + entrants % 2;
    let rows = chairs.saturating_sub(1);
    let mut meetings = Vec::with_capacity(entrants * entrants.saturating_sub(1) / 2);
    for row in 0..rows {
        for table in 0..chairs / 2 {
            // Chair 0 stays where it is, the others move round it.
            let chair = |place: usize| if place == 0 { 0 } else { (place - 1 + row) % rows + 1 };
            let (one, two) = (chair(table), chair(chairs - 1 - table));
            if one < entrants && two < entrants {
                meetings.push([one.min(two), one.max(two)]);
            }
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for entrants in 2..12 {
            let all = meetings(entrants);
            assert_eq!(all.len(), entrants * (entrants - 1) / 2);
            assert!(all.iter().all(|&[one, two]| one < two && two < entrants));
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        }
    }

    #[test]
    fn in_a_row_nobody_plays_twice() {
        for entrants in 3..12 {
            for row in meetings(entrants).chunks(entrants / 2) {
                assert_eq!(row.iter().flatten().collect::<HashSet<_>>().len(), entrants / 2 * 2, "{row:?}");
            }
        }
    }
}
